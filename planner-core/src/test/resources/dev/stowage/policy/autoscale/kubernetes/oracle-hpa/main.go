// Decisions of Kubernetes' own horizontal autoscaler on 1,000 random series, one line a series.
// HpaOracleTest draws the same series and must decide the same. Run: ./run > ../hpa-decisions.txt
package main

import (
	"os"

	"k8s.io/kubernetes/pkg/controller/podautoscaler"
)

func main() { podautoscaler.Oracle(os.Stdout) }
