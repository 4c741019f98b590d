package dev.stowage.workflow.node;

import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.workflow.node.ManagerView.Tenant;
import dev.stowage.workflow.node.ManagerView.Timeline;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first replication as Parquet: a row a manager, tenant and interval. */
public final class TimelineFile {
    /** Name of the file. */
    public static final String FILE = "timeline.parquet";

    private static final List<Column> COLUMNS =
            List.of(
                    Column.required("manager", Column.Type.STRING, "who divides the server"),
                    Column.required("tenant", Column.Type.STRING, "service, job or pool"),
                    Column.required("end_seconds", Column.Type.DOUBLE, "end of the interval"),
                    Column.optional("load", Column.Type.DOUBLE, "share of the largest load"),
                    Column.optional("latency_over_target", Column.Type.DOUBLE, "as read"),
                    Column.required("cores", Column.Type.INT32, "of its own"),
                    Column.required("ways", Column.Type.INT32, "of its own"),
                    Column.required("memory_gb", Column.Type.INT32, "of its own"),
                    Column.required("disk_mbps", Column.Type.DOUBLE, "of its own"),
                    Column.required("network_gbps", Column.Type.DOUBLE, "of its own"),
                    Column.required("ghz", Column.Type.DOUBLE, "frequency of its cores"),
                    Column.optional("variant", Column.Type.INT32, "of an approximate job"));

    private TimelineFile() {}

    /** Writes the file; the same result gives the same bytes. */
    public static void write(NodeResult result, Path file) {
        try (ColumnFileWriter writer = ColumnFileWriter.create(file, "interval", COLUMNS)) {
            for (ManagerView manager : result.managers()) {
                Timeline timeline = manager.timeline();
                for (Tenant tenant : timeline.tenants()) {
                    for (int i = 0; i < timeline.endSeconds().size(); i++) {
                        put(writer, manager, tenant, i);
                    }
                }
            }
        }
    }

    private static void put(ColumnFileWriter writer, ManagerView manager, Tenant tenant, int i) {
        writer.putString(manager.manager());
        writer.putString(tenant.name());
        writer.putDouble(manager.timeline().endSeconds().get(i));
        optional(writer, tenant.load(), i);
        optional(writer, tenant.latencyOverTarget(), i);
        writer.putInt(tenant.cores().get(i));
        writer.putInt(tenant.ways().get(i));
        writer.putInt(tenant.memoryGb().get(i));
        writer.putDouble(tenant.diskMBps().get(i));
        writer.putDouble(tenant.networkGbps().get(i));
        writer.putDouble(tenant.ghz().get(i));
        if (tenant.variant().isEmpty()) {
            writer.putNull();
        } else {
            writer.putInt(tenant.variant().get(i));
        }
        writer.endRow();
    }

    private static void optional(
            ColumnFileWriter writer, List<? extends @Nullable Double> values, int i) {
        Double value = values.isEmpty() ? null : values.get(i);
        if (value == null) {
            writer.putNull();
        } else {
            writer.putDouble(value);
        }
    }
}
