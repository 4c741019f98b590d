/**
 * Functions under several autoscalers, side by side. Start at {@link
 * dev.stowage.workflow.serverless.ServerlessComparison}. Neither parses arguments nor prints or
 * exits.
 */
@NullMarked
package dev.stowage.workflow.serverless;

import org.jspecify.annotations.NullMarked;
