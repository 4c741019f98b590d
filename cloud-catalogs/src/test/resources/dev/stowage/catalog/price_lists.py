"""Reads price lists of others independently of the product, for RealPriceListsTest.

Python 3.11, standard library only: python3 price_lists.py DATA CATALOGUES
"""
import csv
import gzip
import json
import re
import sys
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

data, catalogues = Path(sys.argv[1]), Path(sys.argv[2])


def rows(name):
    with gzip.open(catalogues / name, "rt", newline="") as file:
        return list(csv.DictReader(file))


# AWS reservation offerings: the only term over which every price is a whole number of dollars
offerings = json.loads((data / "prices-aws-reservations/awsreservationofferings.json").read_text(), parse_float=Decimal)
for years in (1, 3):
    dollars = {key: price * 8760 * years for key, price in offerings.items()}
    whole = sum(abs(value - value.quantize(Decimal(1))) < Decimal("0.0001") for value in dollars.values())
    print("reservations", years, "years:", whole, "of", len(offerings), "whole")
aws = {row["vm_type"] + "/" + row["region"] for row in rows("aws.csv.gz")}
print("  sum", sum(value.quantize(Decimal(1)) for value in dollars.values()), "known", len(aws & dollars.keys()))
print("  sum of known", sum(dollars[key].quantize(Decimal(1)) for key in aws & dollars.keys()))

# Google SKUs: parts of a family by region, in USD; machines of these families
rate = {}
for sku in json.loads((data / "prices-gcp-skus/skus.json").read_text(), parse_float=Decimal)["skus"]:
    price = sku["pricingInfo"][0]
    money = price["pricingExpression"]["tieredRates"][0]["unitPrice"]
    usd = (Decimal(money["units"]) + Decimal(money["nanos"]) / 10**9) / Decimal(price["currencyConversionRate"])
    usd = usd.quantize(Decimal("1e-9"), ROUND_HALF_UP)
    name = re.match(r"(\w+) (?:AMD )?Instance (Core|Ram)|Nvidia Tesla (A100)", sku["description"])
    for region in sku["serviceRegions"]:
        rate[region, name[3] or name[1].lower() + name[2]] = usd
machines, total, same = 0, Decimal(0), 0
listed = {(row["region"], row["vm_type"]): Decimal(row["price_usd_per_hour"]) for row in rows("gcp.csv.gz")}
sizes = {row["vm_type"]: row for row in rows("gcp.csv.gz")}
for region in sorted({key[0] for key in rate}):
    for vm, row in sizes.items():
        core, ram = rate.get((region, row["family"] + "Core")), rate.get((region, row["family"] + "Ram"))
        cards = int(re.match(r"a2-\w+-(\d+)g", vm)[1]) if vm.startswith("a2") else 0
        if core is None or ram is None or "burstable" in row["flags"] or "ultra" in vm:
            continue
        if cards and (region, "A100") not in rate:
            continue
        price = core * Decimal(row["vcpus"]) + ram * Decimal(row["memory_gib"])
        price += cards * rate[region, "A100"] if cards else 0
        machines, total = machines + 1, total + price
        known = listed.get((region, vm))
        same += known is not None and abs(known / price - 1) < Decimal("1e-6")
        if known is not None and abs(known / price - 1) >= Decimal("1e-6"):
            print("  differs", region, vm, price, known)
print("google", machines, "machines", total, "USD an hour;", same, "as gcp.csv.gz has them")

# Infracost: components of the breakdown, with those of resources inside
def components(resource):
    yield from resource.get("costComponents") or []
    for inner in resource.get("subresources") or []:
        yield from components(inner)


plan = json.loads(next((data / "infracost").iterdir()).read_text())
parts = [part for project in plan["projects"] for r in project["breakdown"]["resources"] for part in components(r)]
linux = [part for part in parts if part["name"].startswith("Instance usage (Linux")]
print("infracost", len(parts), "components", len(linux), "instances", {(p["name"], p["price"]) for p in linux})

# OpenCost: rates times sizes
rates = {k: Decimal(v) for k, v in json.loads((data / "prices-opencost/aws.json").read_text()).items() if re.fullmatch(r"[\d.]+", v)}
types = {row["vm_type"]: row for row in rows("aws.csv.gz")}
usd = {
    vm: rates["CPU"] * Decimal(row["vcpus"]) + rates["RAM"] * Decimal(row["memory_gib"]) + rates["GPU"] * Decimal(row["gpu_count"] or 0)
    for vm, row in types.items()
}
print("opencost", len(rates), "rates", len(types), "types", sum(usd.values()), "m5.large", usd["m5.large"])
