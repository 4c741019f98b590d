/**
 * Commands that run workloads, nodes and functions, and published experiments. Start at {@link
 * dev.stowage.cli.simulate.SimulateCommand}.
 */
@NullMarked
package dev.stowage.cli.simulate;

import org.jspecify.annotations.NullMarked;
