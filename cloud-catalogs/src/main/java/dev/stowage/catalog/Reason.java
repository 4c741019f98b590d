package dev.stowage.catalog;

import java.util.Locale;

/** Why a row is not in the catalogue as it stood, or should not be. */
public enum Reason {
    // what can't be used
    NO_PRICE("no price, or one that is not above 0"),
    NO_SIZE("no vCPUs or memory, or none that a VM can have"),
    NO_NAME("no type, region, family or source"),
    NO_DATE("no date"),
    CURRENCY("a currency other than USD"),
    PROVIDER("a provider without a billing rule"),
    VALUE("another column that can't be read"),
    FIELDS("too few or too many fields"),
    OTHER_SIZE("another size than the same type elsewhere"),
    DUPLICATE("the same type, region and price again"),
    CONFLICT("the same type and region at another price"),
    WINDOWS("a price with a Windows licence"),
    DEDICATED("a price of dedicated tenancy"),
    // what a list holds beside prices that we want
    NOT_LINUX("an operating system that is not free of charge", true),
    NOT_SHARED("tenancy that is not shared", true),
    WITH_SOFTWARE("with software installed", true),
    NOT_ON_DEMAND("not on demand: reserved capacity, host, low priority, development", true),
    NOT_A_VM("not a virtual machine", true),
    NOT_HOURLY("not charged by the hour", true),
    SECONDARY_METER("a second meter of the same price", true),
    ACCELERATOR_ALONE("an accelerator without a machine", true),
    NO_TYPE_HERE("a figure of a type or region that is not in the catalogue", true),
    NOT_LISTED("a price of somebody's contract, not of the list", true),
    NOT_IN_FORCE("a price that no longer holds on the day of the list, or not yet", true),
    NO_TYPE_SAID("a price of a server that the list doesn't call by its type", true),
    NO_SIZE_RULE("a custom family whose sizes nobody gives", true),
    // what is used otherwise than as an offer
    ZONE("a zone, joined with its region", true),
    REPEATED("the same type and price again, as a server more", true),
    SPOT_ROW("a spot price, joined with its type", true),
    JOINED("a figure of a type (score, commitment), joined with it", true),
    // what only a comparison shows
    ACCELERATOR_UNPRICED("a machine with accelerators that are not counted, or not in its price"),
    ZONE_AS_REGION("a zone in the place of a region"),
    ABSURD_REGION("a price far from that of the type in other regions"),
    ABSURD_FAMILY("a price far from that of its family"),
    ABSURD_SIZE("a price that no VM of this size has"),
    SPOT_ABOVE("a spot price above the one on demand"),
    ABSURD_SPOT("a spot price below any that a provider asks"),
    ABSURD_COMMITMENT("a commitment far from those of its family"),
    REGION_NAME("a region that is spelt almost as one with many more types"),
    FUTURE_DATE("a date that has not come yet"),
    ODD_DATE("a date years away from those of the provider's other prices"),
    STALE("an accelerator whose price is much older than the rest");

    private final String text;
    private final boolean ordinary;

    Reason(String text) {
        this(text, false);
    }

    Reason(String text, boolean ordinary) {
        this.text = text;
        this.ordinary = ordinary;
    }

    /** As files and JSON spell it: {@code no-price}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it means, in a few words. */
    public String text() {
        return text;
    }

    /** True if a price list holds such rows by right, so that they are no fault of it. */
    public boolean isOrdinary() {
        return ordinary;
    }

    /** True if the row is not lost: what it says went into another one. */
    public boolean isJoined() {
        return this == ZONE || this == REPEATED || this == SPOT_ROW || this == JOINED;
    }
}
