/**
 * What a target of a push is, and the objects that it reads and changes. Start at {@link
 * dev.stowage.push.object.PushTarget}. Must not import {@code dev.stowage.push.kubernetes}, {@code
 * dev.stowage.push.terraform} or {@code dev.stowage.push.node}.
 */
@NullMarked
package dev.stowage.push.object;

import org.jspecify.annotations.NullMarked;
