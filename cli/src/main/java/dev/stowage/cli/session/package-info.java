/**
 * What every command stands on: streams, colours, progress, exit codes, and options that several
 * have. Start at {@link dev.stowage.cli.session.Session}. Must not import {@code
 * dev.stowage.cli.trace}, {@code dev.stowage.cli.simulate}, {@code dev.stowage.cli.plan} or {@code
 * dev.stowage.cli.cloud}.
 */
@NullMarked
package dev.stowage.cli.session;

import org.jspecify.annotations.NullMarked;
