/**
 * When pods may be disturbed and how long a push waits: a window of the day, a pause, a number of
 * restarts, and patience with a cluster. Knows no cluster. Must not import {@code
 * dev.stowage.push.terraform} or {@code dev.stowage.push.node}.
 */
@NullMarked
package dev.stowage.push.kubernetes.pace;

import org.jspecify.annotations.NullMarked;
