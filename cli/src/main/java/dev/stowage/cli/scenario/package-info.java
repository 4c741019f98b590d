/**
 * Scenario files: what {@code stowage plan} is asked, as YAML with a JSON Schema and located
 * errors. Start at {@link dev.stowage.cli.scenario.Scenario} and {@link
 * dev.stowage.cli.scenario.ScenarioReader}. Knows no reports and no commands.
 */
@NullMarked
package dev.stowage.cli.scenario;

import org.jspecify.annotations.NullMarked;
