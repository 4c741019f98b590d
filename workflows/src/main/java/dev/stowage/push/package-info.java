/**
 * Plans carried out: what a plan wants of Kubernetes, of Terraform, of a node, compared with what
 * is there, changed with a journal, and brought back. Start at {@link dev.stowage.push.Push}; a
 * target is a {@link dev.stowage.push.object.PushTarget} in {@link dev.stowage.push.PushTargets}.
 * Knows no commands and prints nothing.
 */
@NullMarked
package dev.stowage.push;

import org.jspecify.annotations.NullMarked;
