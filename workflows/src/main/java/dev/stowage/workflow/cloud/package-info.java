/**
 * A demand deployed on clouds: the comparison, its bill, commitments and files. Start at {@link
 * dev.stowage.workflow.cloud.CloudStudy}. Neither parses arguments nor prints or exits.
 */
@NullMarked
package dev.stowage.workflow.cloud;

import org.jspecify.annotations.NullMarked;
