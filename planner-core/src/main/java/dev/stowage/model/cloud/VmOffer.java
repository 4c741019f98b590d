package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What one VM type costs in one region with an operating system that is free of charge: on demand,
 * and where it is known as spot VM and for a commitment.
 *
 * @param type the type
 * @param region as the provider writes it
 * @param usdPerHour price on demand, USD an hour, above 0; exact
 * @param source who published the price
 * @param date when it held
 * @param spot its price as a VM that may be taken back; empty if not sold so, or not known
 * @param commitments its prices for a term, in the order of the catalogue; none if not known
 * @param extras what each such VM needs beside itself, at prices of its own
 */
public record VmOffer(
        VmType type,
        String region,
        BigDecimal usdPerHour,
        String source,
        LocalDate date,
        Optional<SpotPrice> spot,
        List<Commitment> commitments,
        List<VmExtra> extras) {
    public VmOffer {
        commitments = List.copyOf(commitments);
        extras = List.copyOf(extras);
        Check.notBlank("region", region);
        Check.notBlank("source", source);
        Check.positive("usdPerHour", usdPerHour);
    }

    /** Of VMs that need nothing else. */
    public VmOffer(
            VmType type,
            String region,
            BigDecimal usdPerHour,
            String source,
            LocalDate date,
            Optional<SpotPrice> spot,
            List<Commitment> commitments) {
        this(type, region, usdPerHour, source, date, spot, commitments, List.of());
    }

    /** A price on demand alone. */
    public VmOffer(
            VmType type, String region, BigDecimal usdPerHour, String source, LocalDate date) {
        this(type, region, usdPerHour, source, date, Optional.empty(), List.of());
    }

    /** This with what each VM needs beside itself. */
    public VmOffer with(List<VmExtra> needed) {
        return new VmOffer(type, region, usdPerHour, source, date, spot, commitments, needed);
    }

    /** What each VM needs beside itself, USD an hour; exact. */
    public BigDecimal extrasUsdPerHour() {
        return extras.stream().map(VmExtra::usdPerHour).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * The commitment of a term that an hour costs least of; empty if it is not sold for the term.
     */
    public Optional<Commitment> cheapestCommitment(int termMonths) {
        return commitments.stream()
                .filter(commitment -> commitment.termMonths() == termMonths)
                .min(Comparator.comparing(Commitment::effectiveUsdPerHour));
    }
}
