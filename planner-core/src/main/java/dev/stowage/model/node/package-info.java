/**
 * What runs on one server and what it is made of: the node, latency-critical services, best-effort
 * and approximate jobs, every parameter with its source. Start at {@link
 * dev.stowage.model.node.ServiceProfile} and {@link dev.stowage.model.node.NodeLibrary}, the
 * shipped ones.
 */
@NullMarked
package dev.stowage.model.node;

import org.jspecify.annotations.NullMarked;
