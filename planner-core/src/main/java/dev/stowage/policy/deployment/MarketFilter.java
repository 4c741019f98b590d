package dev.stowage.policy.deployment;

import dev.stowage.basis.Check;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmExtras;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType.Architecture;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Which VM types a service may run on, and at which price.
 *
 * @param regions names of regions, alone or as {@code provider/region}; any if empty
 * @param types names of types; any, and custom sizes, if empty
 * @param families any if empty
 * @param architectures any if empty
 * @param least smallest size, in vCPUs and memory; both must be reached
 * @param most largest size; neither may be exceeded
 * @param hasAccelerators true if types with accelerators may be taken
 * @param hasSharedCores true if types whose vCPUs are shared or throttled may be taken
 * @param speedBaseline type whose vCPU counts as one core, those of others by their speed; a vCPU
 *     is a core if empty
 * @param pricing on demand or spot
 * @param suspects offers whose price is doubted, as {@code provider region type}; not rented
 * @param overhead what each VM needs for itself, as agents and the system do
 * @param extras what each VM needs beside itself
 * @param zones over which the service is spread evenly, such that any one may fail; 1 if it isn't
 */
public record MarketFilter(
        Set<String> regions,
        Set<String> types,
        Set<String> families,
        Set<Architecture> architectures,
        Optional<Resources> least,
        Optional<Resources> most,
        boolean hasAccelerators,
        boolean hasSharedCores,
        Optional<String> speedBaseline,
        Pricing pricing,
        Set<String> suspects,
        Resources overhead,
        VmExtras extras,
        int zones) {
    /** Everything without accelerators and with cores of its own, on demand. */
    public static final MarketFilter NONE =
            new MarketFilter(
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Set.of(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    false,
                    Optional.empty(),
                    Pricing.ON_DEMAND,
                    Set.of(),
                    Resources.NONE,
                    VmExtras.NONE,
                    1);

    public MarketFilter {
        regions = Set.copyOf(regions);
        types = Set.copyOf(types);
        families = Set.copyOf(families);
        architectures = Set.copyOf(architectures);
        suspects = Set.copyOf(suspects);
        Check.positive("zones", zones);
    }

    /** Why an offer is left out. */
    public enum Reason {
        REGION("of another region"),
        TYPE("not among those named"),
        FAMILY("of another family"),
        ARCHITECTURE("of another architecture"),
        TOO_SMALL("below the least size"),
        TOO_LARGE("above the largest size"),
        ACCELERATOR("with accelerators, which were not asked for"),
        SHARED_CORE("with shared or throttled vCPUs, which were not asked for"),
        NO_SCORE("without a measured CPU speed"),
        NO_SPOT_PRICE("without a spot price"),
        SUSPECT("whose price is doubted"),
        OVERHEAD("no larger than the overhead of a VM"),
        CUT_TO_SIZE(
                "cut to size, which overhead, zones and what VMs need beside themselves leave out");

        private final String words;

        Reason(String words) {
            this.words = words;
        }

        /** What such types are, to follow "types" or a number. */
        public String words() {
            return words;
        }
    }

    /** True if the region may be used. */
    public boolean allows(String provider, String region) {
        return regions.isEmpty()
                || regions.contains(region)
                || regions.contains(provider + "/" + region);
    }

    /** Why an offer of an allowed region is left out; empty if it is not. */
    Optional<Reason> refusal(VmOffer offer) {
        Resources size = offer.type().capacity();
        if (!types.isEmpty() && !types.contains(offer.type().name())) {
            return Optional.of(Reason.TYPE);
        }
        if (!families.isEmpty() && !families.contains(offer.type().family())) {
            return Optional.of(Reason.FAMILY);
        }
        if (!architectures.isEmpty() && !architectures.contains(offer.type().architecture())) {
            return Optional.of(Reason.ARCHITECTURE);
        }
        if (offer.type().gpus() > 0 && !hasAccelerators) {
            return Optional.of(Reason.ACCELERATOR);
        }
        if (offer.type().isSharedCore() && !hasSharedCores) {
            return Optional.of(Reason.SHARED_CORE);
        }
        if (least.isPresent() && !size.covers(least.get())) {
            return Optional.of(Reason.TOO_SMALL);
        }
        if (most.isPresent() && !most.get().covers(size)) {
            return Optional.of(Reason.TOO_LARGE);
        }
        if (speedBaseline.isPresent() && offer.type().cpuScore().isEmpty()) {
            return Optional.of(Reason.NO_SCORE);
        }
        if (pricing == Pricing.SPOT && offer.spot().isEmpty()) {
            return Optional.of(Reason.NO_SPOT_PRICE);
        }
        String name = offer.type().provider() + " " + offer.region() + " " + offer.type().name();
        if (suspects.contains(name)) {
            return Optional.of(Reason.SUSPECT);
        }
        return Optional.empty();
    }

    /** What VMs of a size have for the service; empty if the overhead takes all of a resource. */
    Optional<Resources> usable(Resources size) {
        long cpu = size.cpuMicroCores() - overhead.cpuMicroCores();
        long memory = size.memoryBytes() - overhead.memoryBytes();
        return cpu > 0 && memory > 0 ? Optional.of(new Resources(cpu, memory)) : Optional.empty();
    }

    /** A copy of a filter that can be changed. */
    public static final class Draft {
        public Set<String> regions;
        public Set<String> types;
        public Set<String> families;
        public Set<Architecture> architectures;
        public Optional<Resources> least;
        public Optional<Resources> most;
        public boolean hasAccelerators;
        public boolean hasSharedCores;
        public Optional<String> speedBaseline;
        public Pricing pricing;
        public Set<String> suspects;
        public Resources overhead;
        public VmExtras extras;
        public int zones;

        private Draft(MarketFilter filter) {
            regions = filter.regions;
            types = filter.types;
            families = filter.families;
            architectures = filter.architectures;
            least = filter.least;
            most = filter.most;
            hasAccelerators = filter.hasAccelerators;
            hasSharedCores = filter.hasSharedCores;
            speedBaseline = filter.speedBaseline;
            pricing = filter.pricing;
            suspects = filter.suspects;
            overhead = filter.overhead;
            extras = filter.extras;
            zones = filter.zones;
        }
    }

    /** This with some changes. */
    public MarketFilter with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new MarketFilter(
                draft.regions,
                draft.types,
                draft.families,
                draft.architectures,
                draft.least,
                draft.most,
                draft.hasAccelerators,
                draft.hasSharedCores,
                draft.speedBaseline,
                draft.pricing,
                draft.suspects,
                draft.overhead,
                draft.extras,
                draft.zones);
    }
}
