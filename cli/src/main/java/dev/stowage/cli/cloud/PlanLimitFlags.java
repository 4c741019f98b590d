package dev.stowage.cli.cloud;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.option.Quantities;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.sim.cloud.PlanLimits;
import dev.stowage.workflow.cloud.HomeRegion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a plan has to be like to be carried out. */
final class PlanLimitFlags {
    private static final int MOST_ZONES = 20;

    @Option(
            names = "--home",
            order = 3,
            paramLabel = "REGION",
            description =
                    "Where the service and its data are, as us-east-1 or aws/us-east-1. Other"
                            + " regions are used only if --regions names them; --state-gib then"
                            + " moves there first.")
    private @Nullable String home;

    @Option(
            names = "--overhead",
            order = 3,
            paramLabel = "SIZE",
            description =
                    "What each VM needs for itself, for agents and the system, as in 0.25c1g"
                            + " (default: nothing).")
    private @Nullable String overhead;

    @Option(
            names = "--zones",
            order = 3,
            paramLabel = "N",
            description =
                    "Spread VMs evenly over so many zones, such that any one of them may fail"
                            + " (default: 1, which may not).")
    private @Nullable String zones;

    @Option(
            names = "--head-room",
            order = 4,
            paramLabel = "SHARE",
            description = "Hold at least so much more than the demand, as in 20%% (default: 0%%).")
    private @Nullable String headRoom;

    @Option(
            names = "--max-shortage-depth",
            order = 4,
            paramLabel = "SHARE",
            description =
                    "How much of the demand may be missing in the time of --max-shortage (default:"
                            + " 100%%).")
    private @Nullable String depth;

    @Option(
            names = "--min-hold",
            order = 4,
            paramLabel = "TIME",
            description =
                    "Keep each VM, and the configuration, for at least so long (default: 0s).")
    private @Nullable String hold;

    @Option(
            names = "--max-types",
            order = 4,
            paramLabel = "K",
            description = "VM types of a plan at most (default: any number).")
    private @Nullable String types;

    @Option(
            names = "--max-changes",
            order = 4,
            paramLabel = "M",
            description =
                    "Times in any 24 h at most that a plan leaves the VMs that run for others; those"
                            + " that come and go with the demand don't count (default: any number).")
    private @Nullable String changes;

    @Option(
            names = "--within",
            order = 4,
            paramLabel = "SHARE",
            defaultValue = "2%",
            description =
                    "Recommend the simplest plan that costs at most so much more than the best"
                            + " (default: ${DEFAULT-VALUE}).")
    private String within = "";

    /** Where the service is; empty if that was not said. */
    Optional<HomeRegion> home(VmCatalogue catalogue, List<String> providers) {
        return Optional.ofNullable(home).map(name -> HomeRegion.of(name, catalogue, providers));
    }

    Resources overhead(CommonOptions common) {
        String text = overhead;
        return text == null
                ? Resources.NONE
                : common.argument(() -> Quantities.size("--overhead", text));
    }

    int zones(CommonOptions common) {
        return whole("--zones", zones, 1, MOST_ZONES, 1, common);
    }

    double headRoom(CommonOptions common) {
        return share("--head-room", headRoom, 0, common);
    }

    /** The limits; {@code markets} has the home. */
    PlanLimits limits(Optional<HomeRegion> at, Markets markets, CommonOptions common) {
        Optional<Market> market = at.map(each -> each.market(markets));
        double room = headRoom(common);
        double missing = share("--max-shortage-depth", depth, 1, common);
        long holdSeconds = hold == null ? 0 : CloudFlags.seconds("--min-hold", hold, 0, common);
        int mostTypes =
                whole("--max-types", types, 1, Integer.MAX_VALUE, Integer.MAX_VALUE, common);
        int mostChanges =
                whole("--max-changes", changes, 0, Integer.MAX_VALUE, Integer.MAX_VALUE, common);
        double dearer = share("--within", within, 0, common);
        return PlanLimits.of(
                draft -> {
                    draft.home = market;
                    draft.headRoom = room;
                    draft.maxShortageDepth = missing;
                    draft.minHoldSeconds = holdSeconds;
                    draft.maxTypes = mostTypes;
                    draft.maxChangesPerDay = mostChanges;
                    draft.within = dearer;
                });
    }

    private static double share(
            String option, @Nullable String text, double usual, CommonOptions common) {
        return text == null ? usual : common.argument(() -> Quantities.share(option, text));
    }

    private static int whole(
            String option,
            @Nullable String text,
            int least,
            int most,
            int usual,
            CommonOptions common) {
        if (text == null) {
            return usual;
        }
        String expected =
                most == Integer.MAX_VALUE ? "at least " + least : "from " + least + " to " + most;
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw common.usage(option + ": found " + text + ", expected a whole number, " + expected);
    }

    /** Refuses what {@code --portfolio} does not know. */
    void requireNoneBut(CommonOptions common) {
        Map<String, @Nullable String> given = new LinkedHashMap<>();
        given.put("--max-shortage-depth", depth);
        given.put("--min-hold", hold);
        given.put("--max-types", types);
        given.put("--max-changes", changes);
        given.put("--zones", zones);
        given.entrySet().stream()
                .filter(each -> Objects.nonNull(each.getValue()))
                .findFirst()
                .ifPresent(
                        each -> {
                            throw common.usage(
                                    each.getKey()
                                            + ": found with --portfolio, expected without; it is"
                                            + " about policies");
                        });
    }

    /** Refuses zones where VMs are counted one by one. */
    void requireOneZone(String option, CommonOptions common) {
        if (zones(common) > 1) {
            throw common.usage(
                    "--zones: found with "
                            + option
                            + ", which counts VMs one by one, expected"
                            + " without");
        }
    }
}
