/**
 * Which applications stand for a trace. Start at {@link
 * dev.stowage.workflow.applications.ApplicationsAnswer}.
 */
@NullMarked
package dev.stowage.workflow.applications;

import org.jspecify.annotations.NullMarked;
