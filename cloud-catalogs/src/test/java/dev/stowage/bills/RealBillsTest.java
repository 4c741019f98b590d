package dev.stowage.bills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.catalog.SharedLists;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cost exports of Azure as they were found; only one of them says of a VM how long it ran. */
class RealBillsTest {
    @Test
    void readsTheOneWithHours() {
        BillFile bill = BillFile.read(SharedLists.of("data/bills-azure/Enterprise.csv"));
        assertThat(bill.hours()).containsOnlyKeys("azure canadacentral Standard_E4s_v3");
        assertThat(bill.cost()).isZero(); // a reservation pays for it
        assertThat(bill.currency()).isEqualTo("CAD");
        assertThat(bill.doubts().paidElsewhere()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EnterpriseCamel | no VM in 1 rows: 1 of other charges",
                "PayAsYouGo | no VM in 1 rows: 1 of other charges",
                "Template | no VM in 87 rows: 8 of VMs whose hours are not said, 79 of other",
                "VirtualMachine | no column of hours"
            })
    void saysOfTheOthersWhatTheyLack(String name, String words) {
        assertThatThrownBy(() -> BillFile.read(SharedLists.of("data/bills-azure/" + name + ".csv")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(words);
    }
}
