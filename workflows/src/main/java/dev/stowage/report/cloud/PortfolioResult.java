package dev.stowage.report.cloud;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code portfolio.json} holds: how many VMs to commit to, and what to rent beside them. Its
 * JSON Schema is {@code portfolio.schema.json}, which explains each key.
 *
 * @param demand what is to be held
 * @param best the cheapest portfolio
 * @param onDemand the cheapest without commitments and spot VMs, anywhere
 * @param saving of the best against that, as a share of it
 * @param savingInterval over resampled days; null if there are too few
 * @param lines how many of what for how long
 * @param falls what is lost if the demand falls
 * @param forecast how it does in futures of the demand; null if none were drawn
 * @param spot how spot VMs are taken back; null if none were weighed
 */
public record PortfolioResult(
        int formatVersion,
        CloudResult.Demand demand,
        Best best,
        OnDemand onDemand,
        double saving,
        @JsonInclude(Include.NON_NULL) @Nullable Interval savingInterval,
        List<Line> lines,
        List<Fall> falls,
        @JsonInclude(Include.NON_NULL) @Nullable Forecast forecast,
        @JsonInclude(Include.NON_NULL) @Nullable Spot spot,
        List<String> notes) {
    public static final int FORMAT_VERSION = 1;

    /** Name of the file in an output directory. */
    public static final String FILE = "portfolio.json";

    /** How time of a VM is paid. */
    public enum Pricing {
        @JsonProperty("committed")
        COMMITTED("committed"),
        @JsonProperty("plan")
        PLAN("shared plan"),
        @JsonProperty("paid-by-plan")
        PAID_BY_PLAN("paid by the plan"),
        @JsonProperty("on-demand")
        ON_DEMAND("on demand"),
        @JsonProperty("spot")
        SPOT("spot");

        private final String words;

        Pricing(String words) {
            this.words = words;
        }

        /** In words. */
        public String words() {
            return words;
        }

        /** True for VMs, which are counted; a plan and what it pays are sums. */
        boolean isOfVms() {
            return this != PLAN && this != PAID_BY_PLAN;
        }
    }

    /**
     * The cheapest portfolio.
     *
     * @param usd what it costs over the demand
     * @param billUsd the bill, to the cent
     * @param interruptionsUsd what interruptions cost beside the bill, in expectation
     * @param boundUsd nothing costs less while time is charged as it passes
     * @param isExact true if the bound is that of whole VMs, and met to 0.04 %
     * @param searchCut true if a search stopped at its limit
     */
    public record Best(
            String provider,
            String region,
            double usd,
            BigDecimal billUsd,
            double interruptionsUsd,
            double boundUsd,
            double gapToBound,
            @JsonProperty("isExact") boolean isExact,
            boolean searchCut) {}

    /** The cheapest on demand. */
    public record OnDemand(String provider, String region, double usd) {}

    /** What 90 % of resampled demands save. */
    public record Interval(double low, double high, int days, int blockDays, int draws) {}

    /**
     * VMs of a type; or a plan that types share, and what it pays of the VMs on demand, which are
     * listed at their price.
     *
     * @param term for how long they are committed to, or {@code as needed}
     * @param most at the same time
     * @param usd over the demand, interruptions included
     */
    public record Line(
            Pricing pricing, String type, String term, long most, double vmHours, double usd) {}

    /**
     * A lower demand, with the commitments that were bought for this one.
     *
     * @param share by how much all of the demand is lower
     * @param lostUsd more than the best portfolio for it
     * @param savesUsd less than on demand; below 0 if commitments cost more than they save
     */
    public record Fall(double share, double usd, double lostUsd, double savesUsd) {}

    /**
     * Futures of the demand that the portfolio was decided on, and others that judge it.
     *
     * @param bucketSeconds how long amounts hold
     * @param models of the history, from which futures are drawn, in words
     * @param decided futures that were decided on
     * @param judged others, of which choices tell costs
     * @param isGoodEnough true if the forecast is good enough to plan by
     */
    public record Forecast(
            double horizonSeconds,
            double bucketSeconds,
            double historySeconds,
            List<String> models,
            int decided,
            int judged,
            @JsonProperty("isGoodEnough") boolean isGoodEnough,
            List<String> reasons,
            List<Choice> choices) {}

    /**
     * A way to decide.
     *
     * @param meanRegretUsd what it costs more than if each future had been known
     */
    public record Choice(
            String name,
            double meanUsd,
            double leastUsd,
            double mostUsd,
            double meanRegretUsd,
            double mostRegretUsd) {}

    /** How spot VMs are taken back. */
    public record Spot(
            double interruptionsPerHour,
            double together,
            double availability,
            double restartSeconds,
            double restartUsd,
            double maxShortShare,
            double outShare,
            @JsonProperty("isBearable") boolean isBearable) {}
}
