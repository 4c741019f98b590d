/**
 * Isolation of applications that share a server: what a level of isolation keeps private, how much
 * applications disturb each other through what it does not, and how much work a server does for its
 * power. Start at {@link dev.stowage.isolation.Interference}.
 *
 * <p>Source: Sfakianakis 2023, sections 2.2 and 2.6 (Vanguard, FRIMICS). The model of interference
 * is ours: the thesis only measures it. Must not import {@code dev.stowage.sim}.
 */
@NullMarked
package dev.stowage.isolation;

import org.jspecify.annotations.NullMarked;
