/**
 * Invocations of serverless functions, as Azure published them. Start at {@link
 * dev.stowage.ingest.functions.AzureFunctions}.
 */
@NullMarked
package dev.stowage.ingest.functions;

import org.jspecify.annotations.NullMarked;
