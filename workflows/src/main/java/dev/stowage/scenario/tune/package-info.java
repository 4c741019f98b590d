/**
 * A day of a server's settings to tune, in a YAML file. Must not import {@code dev.stowage.cli}.
 */
@NullMarked
package dev.stowage.scenario.tune;

import org.jspecify.annotations.NullMarked;
