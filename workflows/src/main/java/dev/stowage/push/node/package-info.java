/**
 * A plan as limits of one node's services. Start at {@link dev.stowage.push.node.NodeTarget}. Must
 * not import {@code dev.stowage.push.kubernetes} or {@code dev.stowage.push.terraform}.
 */
@NullMarked
package dev.stowage.push.node;

import org.jspecify.annotations.NullMarked;
