package dev.stowage.packing.search;

import dev.stowage.packing.model.PackModel;

/** A server, as local search sees it. One object for each. */
final class LocalServer {
    private final PackModel model;
    private final int number;

    LocalServer(PackModel model, int number) {
        this.model = model;
        this.number = number;
    }

    PackModel model() {
        return model;
    }

    int number() {
        return number;
    }

    /** In the model's steps. */
    long cost() {
        return model.cost[number];
    }

    int domain() {
        return model.domainOf[number];
    }
}
