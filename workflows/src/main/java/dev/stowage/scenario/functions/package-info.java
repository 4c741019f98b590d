/**
 * Serverless functions and their load in a YAML file, or in a published trace that it names. Start
 * at {@link dev.stowage.scenario.functions.ServerlessFile}. Knows no reports and no commands.
 */
@NullMarked
package dev.stowage.scenario.functions;

import org.jspecify.annotations.NullMarked;
