/**
 * A scenario carried out: from a scenario to a plan, and what differs between two plans. Start at
 * {@link dev.stowage.workflow.plan.ScenarioRun}. Neither parses arguments nor prints or exits.
 */
@NullMarked
package dev.stowage.workflow.plan;

import org.jspecify.annotations.NullMarked;
