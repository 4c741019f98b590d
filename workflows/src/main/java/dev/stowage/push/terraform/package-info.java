/**
 * A plan as Terraform configurations. Start at {@link dev.stowage.push.terraform.TerraformTarget}.
 * Must not import {@code dev.stowage.push.kubernetes} or {@code dev.stowage.push.node}.
 */
@NullMarked
package dev.stowage.push.terraform;

import org.jspecify.annotations.NullMarked;
