package dev.stowage.workflow.cloud;

import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentStudyResult;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a bill that is the demand says of today, beside what the plans cost. */
final class PaidToday {
    private static final int NAMED = 5;

    private PaidToday() {}

    /** Of a comparison, in sentences; none if the demand is no bill. */
    static List<String> sentences(CloudDemand demand, DeploymentStudyResult result) {
        DeploymentAlternative plan = result.recommended();
        return sentences(demand, plan.name(), plan.usd());
    }

    /**
     * Beside a plan, in sentences; none if the demand is no bill.
     *
     * @param usd what the plan costs in the time of the demand
     */
    static List<String> sentences(CloudDemand demand, String plan, double usd) {
        if (!demand.kind().equals(BillDemand.KIND)) {
            return List.of();
        }
        Map<String, Object> made = demand.made();
        List<String> sentences = new ArrayList<>();
        double paid = ((Number) of(made, "paid")).doubleValue();
        String currency = String.valueOf(made.get("currency"));
        String today =
                "The bill has "
                        + Figures.number(Math.round(paid * 100) / 100.0)
                        + (currency.isEmpty() ? "" : " " + currency)
                        + " for these VMs in this time";
        boolean isUsd = currency.equals("USD") || currency.isEmpty();
        if (!isUsd) {
            sentences.add(today + "; prices are in USD, so the two are not compared.");
        } else if (Boolean.TRUE.equals(of(made, "isComparable"))) {
            sentences.add(today + "; " + plan + " would cost " + against(usd, paid));
        } else {
            sentences.add(today + ", which is not compared with prices here.");
        }
        ((List<?>) of(made, "remarks")).forEach(each -> sentences.add(String.valueOf(each)));
        sentences.add(
                "The demand is what was rented, evenly over the time of each row, and not what was"
                        + " used of it: a service that is too large stays so.");
        leftOut(made, sentences);
        return sentences;
    }

    private static Object of(Map<String, Object> made, String key) {
        return Objects.requireNonNull(made.get(key), key);
    }

    private static String against(double usd, double paid) {
        String cost = Figures.number(Math.round(usd * 100) / 100.0) + " USD";
        return paid <= 0 || Math.round(usd * 100) == Math.round(paid * 100)
                ? cost + "."
                : cost
                        + ", "
                        + Figures.share(Math.abs(1 - usd / paid))
                        + (usd <= paid ? " less." : " more.");
    }

    private static void leftOut(Map<String, Object> made, List<String> sentences) {
        Map<?, ?> unknown = (Map<?, ?>) of(made, "unknownTypes");
        if (!unknown.isEmpty()) {
            List<String> names = unknown.keySet().stream().map(String::valueOf).toList();
            sentences.add(
                    "Left out of demand and payments, as the catalogue has no size of them: "
                            + String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
                            + (names.size() > NAMED
                                    ? " and " + (names.size() - NAMED) + " more"
                                    : "")
                            + ".");
        }
        Map<?, ?> reasons = (Map<?, ?>) of(made, "leftOut");
        if (!reasons.isEmpty()) {
            List<String> words = new ArrayList<>();
            reasons.forEach((reason, count) -> words.add(count + " " + reason));
            sentences.add(
                    "Rows of the bill that are no part of it: " + String.join(", ", words) + ".");
        }
    }
}
