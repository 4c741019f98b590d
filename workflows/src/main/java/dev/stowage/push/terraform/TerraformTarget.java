package dev.stowage.push.terraform;

import dev.stowage.push.object.FileObjects;
import dev.stowage.push.object.FolderTarget;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import dev.stowage.push.object.VmGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** VM groups as a Terraform configuration in a folder; {@code terraform apply} is the user's. */
public final class TerraformTarget extends FolderTarget {
    public static final String NAME = "terraform";
    private static final String PROVIDER = "provider";

    private final Supplier<PushPlan> plan;
    private final PushSettings settings;

    private TerraformTarget(Supplier<PushPlan> plan, PushSettings settings) {
        super(settings, NAME);
        this.plan = plan;
        this.settings = settings;
    }

    public static PushTarget of(Supplier<PushPlan> plan, PushSettings settings) {
        return new TerraformTarget(plan, settings);
    }

    @Override
    protected FileObjects files(Path folder, List<String> notices) {
        PushPlan read = plan.get();
        List<VmGroup> groups = read.groups(settings.get(PROVIDER).orElse(null));
        if (groups.isEmpty()) {
            throw TerraformJson.nothingToRent(read, settings.get(PROVIDER));
        }
        notices.add(
                "Not checked by terraform itself. Look at it with: terraform -chdir="
                        + folder
                        + " init, then plan");
        FileObjects files = new FileObjects();
        files.add(TerraformJson.FILE, TerraformJson.of(read.name(), read.file(), groups));
        return files;
    }
}
