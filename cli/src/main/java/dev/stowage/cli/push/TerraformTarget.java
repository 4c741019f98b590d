package dev.stowage.cli.push;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** VM groups as a Terraform configuration in a folder; {@code terraform apply} is the user's. */
final class TerraformTarget implements PushTarget {
    static final String NAME = "terraform";
    private static final String OUTPUT = "output";
    private static final String PROVIDER = "provider";

    private final Supplier<PushPlan> plan;
    private final PushSettings settings;
    private final FileTree tree;

    private TerraformTarget(Supplier<PushPlan> plan, PushSettings settings) {
        this.plan = plan;
        this.settings = settings;
        this.tree = new FileTree(Path.of(settings.get(OUTPUT, NAME)).toAbsolutePath());
    }

    static PushTarget of(Supplier<PushPlan> plan, PushSettings settings) {
        return new TerraformTarget(plan, settings);
    }

    @Override
    public SortedMap<String, String> settings() {
        SortedMap<String, String> kept = new TreeMap<>();
        kept.put(OUTPUT, tree.root().toString());
        return kept;
    }

    @Override
    public List<PlannedObject> desired() {
        FileObjects files = new FileObjects();
        files.add(TerraformJson.FILE, text(plan.get(), settings));
        return files.objects();
    }

    private static String text(PushPlan plan, PushSettings settings) {
        List<VmGroup> groups = plan.groups(settings.get(PROVIDER).orElse(null));
        if (groups.isEmpty()) {
            throw TerraformJson.nothingToRent(plan, settings.get(PROVIDER));
        }
        return TerraformJson.of(plan.name(), plan.file(), groups);
    }

    @Override
    public boolean removesWhatIsNotPlanned() {
        return true;
    }

    @Override
    public List<String> notices() {
        return List.of(
                "Not checked by terraform itself. Look at it with: terraform -chdir="
                        + tree.root()
                        + " init, then plan");
    }

    @Override
    public ObjectState read(String object) {
        return tree.read(object);
    }

    @Override
    public void apply(PlannedObject object, ObjectState found) {
        tree.apply(object.name(), object.planned(), found);
    }

    @Override
    public void restore(String object, ObjectState found, ObjectState current) {
        tree.bring(object, found);
    }

    @Override
    public void tidy(String object) {
        tree.tidy(object);
    }
}
