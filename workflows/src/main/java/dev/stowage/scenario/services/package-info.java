/**
 * Services with objectives and loads over time in a YAML file. Start at {@link
 * dev.stowage.scenario.services.ServicesFile}. Knows no reports and no commands.
 */
@NullMarked
package dev.stowage.scenario.services;

import org.jspecify.annotations.NullMarked;
