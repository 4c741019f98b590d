package dev.stowage.packing.column;

import java.util.Arrays;

/** The inverse of a dense matrix. */
final class Inverse {
    private Inverse() {}

    /**
     * Inverts a matrix by the method of Gauss and Jordan with the largest pivot of each column.
     *
     * @param matrix row by row; destroyed
     * @param inverse left as it is where the matrix has none
     * @return false if there is none
     */
    static boolean of(double[] matrix, double[] inverse, int rows) {
        double[] found = new double[rows * rows];
        for (int i = 0; i < rows; i++) {
            found[i * rows + i] = 1;
        }
        for (int column = 0; column < rows; column++) {
            int pivot = column;
            for (int i = column + 1; i < rows; i++) {
                if (Math.abs(matrix[i * rows + column]) > Math.abs(matrix[pivot * rows + column])) {
                    pivot = i;
                }
            }
            double by = matrix[pivot * rows + column];
            if (Math.abs(by) < 1e-11) {
                return false;
            }
            swap(matrix, pivot, column, rows);
            swap(found, pivot, column, rows);
            scale(matrix, column, 1 / by, rows);
            scale(found, column, 1 / by, rows);
            for (int i = 0; i < rows; i++) {
                double factor = matrix[i * rows + column];
                if (i != column && factor != 0) {
                    subtract(matrix, i, column, factor, rows);
                    subtract(found, i, column, factor, rows);
                }
            }
        }
        System.arraycopy(found, 0, inverse, 0, found.length);
        return true;
    }

    private static void swap(double[] matrix, int a, int b, int rows) {
        if (a != b) {
            double[] kept = Arrays.copyOfRange(matrix, a * rows, (a + 1) * rows);
            System.arraycopy(matrix, b * rows, matrix, a * rows, rows);
            System.arraycopy(kept, 0, matrix, b * rows, rows);
        }
    }

    private static void scale(double[] matrix, int row, double by, int rows) {
        for (int c = row * rows; c < (row + 1) * rows; c++) {
            matrix[c] *= by;
        }
    }

    private static void subtract(double[] matrix, int row, int other, double factor, int rows) {
        for (int c = 0; c < rows; c++) {
            matrix[row * rows + c] -= factor * matrix[other * rows + c];
        }
    }
}
