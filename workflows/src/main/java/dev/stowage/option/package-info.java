/**
 * What a user asks for as text: servers, sizes, times, head-room, policies by name. Start at {@link
 * dev.stowage.option.Quantities}. What is wrong with it is an {@link
 * dev.stowage.option.OptionException}. Must not import {@code dev.stowage.workflow} or {@code
 * dev.stowage.report}.
 */
@NullMarked
package dev.stowage.option;

import org.jspecify.annotations.NullMarked;
