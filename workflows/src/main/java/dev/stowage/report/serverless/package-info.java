/**
 * The report of functions under several autoscalers. Start at {@link
 * dev.stowage.report.serverless.ServerlessPage}.
 */
@NullMarked
package dev.stowage.report.serverless;

import org.jspecify.annotations.NullMarked;
