/** Commands about clouds and their prices. Start at {@link dev.stowage.cli.cloud.CloudCommand}. */
@NullMarked
package dev.stowage.cli.cloud;

import org.jspecify.annotations.NullMarked;
