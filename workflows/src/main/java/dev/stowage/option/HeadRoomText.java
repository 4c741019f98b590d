package dev.stowage.option;

import dev.stowage.basis.InputException;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackingResource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Head-room as one types it: {@code 10%}, or {@code cpu=10%,memory=5%}. */
public final class HeadRoomText {
    private HeadRoomText() {}

    /**
     * Reads the text.
     *
     * @throws InputException if it is not of that form, or a resource is not one of {@code known}
     */
    public static HeadRoom parse(String place, String text, List<PackingResource> known) {
        if (!text.contains("=")) {
            return new HeadRoom(Map.of(), belowOne(place, text));
        }
        List<String> names = known.stream().map(PackingResource::name).toList();
        Map<String, Double> shares = new HashMap<>();
        for (String part : text.split(",", -1)) {
            int sign = part.indexOf('=');
            String name = sign < 0 ? part : part.substring(0, sign).strip();
            if (sign < 0 || !names.contains(name) || shares.containsKey(name)) {
                throw InputException.at(
                        place,
                        "\"" + part + "\"",
                        "RESOURCE=SHARE once for some of " + String.join(", ", names),
                        "For all resources alike: " + place + " 10%");
            }
            shares.put(name, belowOne(place, part.substring(sign + 1).strip()));
        }
        return new HeadRoom(shares, 0);
    }

    private static double belowOne(String place, String text) {
        double share = Quantities.share(place, text);
        if (share >= 1) {
            throw InputException.at(
                    place, "\"" + text + "\"", "a share below 100%", "Nothing would fit.");
        }
        return share;
    }
}
