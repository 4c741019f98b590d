/**
 * What managers make of one server. Start at {@link dev.stowage.workflow.node.NodeResult}. Neither
 * parses arguments nor prints or exits.
 */
@NullMarked
package dev.stowage.workflow.node;

import org.jspecify.annotations.NullMarked;
