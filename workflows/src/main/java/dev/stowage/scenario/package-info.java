/**
 * Scenario files: what {@code stowage plan} is asked, as YAML with a JSON Schema and located
 * errors. Start at {@link dev.stowage.scenario.Scenario} and {@link
 * dev.stowage.scenario.ScenarioReader}. Knows no reports and no commands.
 */
@NullMarked
package dev.stowage.scenario;

import org.jspecify.annotations.NullMarked;
