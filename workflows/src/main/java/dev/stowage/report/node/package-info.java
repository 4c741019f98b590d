/**
 * The report of a node: latencies, loads and who had what, and the answer in words. Start at {@link
 * dev.stowage.report.node.NodeReport}. Pure functions of a result.
 */
@NullMarked
package dev.stowage.report.node;

import org.jspecify.annotations.NullMarked;
