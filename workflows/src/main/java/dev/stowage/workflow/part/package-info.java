/**
 * Parts of the tasks that objectives speak of, looked up in a workload. Start at {@link
 * dev.stowage.workflow.part.WorkloadParts}.
 */
@org.jspecify.annotations.NullMarked
package dev.stowage.workflow.part;
