"""What every client is tried with, against real gateways: test/clients/clients.long.test.ts starts them and this."""
import json
import os
import sys

from resit import BadSignature, CannotStop, Conflict, Invalid, NotAllowed, NotFound, NotProven, Resit, Unreachable, verify_webhook

if "RESIT_TRIAL" not in os.environ:
    sys.exit("test/clients/clients.long.test.ts starts this trial and sets RESIT_TRIAL; README.md has a first program.")
given = json.loads(os.environ["RESIT_TRIAL"])
lossy = Resit(given["lossy_url"], given["token"])
idle = Resit(given["idle_url"], given["idle_token"])
sale = given["sale"]


def raised(kind, task):
    try:
        task()
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was not raised")


def done(name):
    print(f"ok {name}", flush=True)


# The first answer is lost on the way, the second try is told to come later.
record = lossy.submit(sale)
assert lossy.submit(sale)["SALE_GUID"] == record["SALE_GUID"]
done("a retry makes no second document")

kept = []
keeping = Resit(given["idle_direct_url"], given["idle_token"], keep=kept.append)
named = keeping.submit({**sale, "SALE_CODE": f"{sale['SALE_CODE']}-kept"})
assert kept[0]["SALE_GUID"] == named["SALE_GUID"]
assert keeping.submit(kept[0])["SALE_GUID"] == named["SALE_GUID"]
done("a document is kept with its SALE_GUID before it is sent")

assert lossy.wait(record)["STATUS"] == "Valid"
done("the last word is waited for")

invalid = raised(Invalid, lambda: lossy.submit({**sale, "SALE_CODE": "x", "LINES": []}))
assert invalid.code == "validation_failed" and invalid.errors[0]["pointer"] == "/LINES"
assert raised(Conflict, lambda: lossy.submit({**sale, "OUTLET_NAME": "KLCC", "CURRENCY_CODE": "MYR", "LINES": sale["LINES"] * 2})).code == "business_key_reused"
assert raised(NotFound, lambda: lossy.status({**record, "SALE_GUID": "6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f5ff"})).code == "record_not_found"
assert raised(NotAllowed, lambda: Resit(given["lossy_url"], "rst_wrong").status(record)).status == 401
raised(Unreachable, lambda: Resit("http://127.0.0.1:9/v1", "x", patience_s=0.1).status(record))
done("errors are types")

seen = []
feed = lossy.follow(0, lambda changed: seen.append(changed["SALE_GUID"]), wait_s=0)
place = next(feed)
assert record["SALE_GUID"] in seen
seen.clear()
next(lossy.follow(place, lambda changed: seen.append(changed["SALE_GUID"]), wait_s=0))
assert seen == []
done("the change feed goes on where it was")

assert lossy.check_taxpayer("C25845632020", "BRN", "201901234567")["valid"]
assert lossy.check_taxpayer("C25845632020", "BRN", "201901234568")["response_msg"]
done("a taxpayer is checked")

assert lossy.stop(record, "Wrong goods")["STATUS"] == "Cancelled"
waiting = idle.submit(sale)
# The answer to this void is lost, too: the second try hears void_denied_locked.
assert idle.stop(waiting, "Wrong goods")["STATUS"] == "Voided"
assert idle.stop(waiting, "Wrong goods")["STATUS"] == "Voided"
receipt = idle.submit({**{key: value for key, value in sale.items() if key != "BUYER"}, "SALE_CODE": f"{sale['SALE_CODE']}-month", "CONSOLIDATE": True})
assert raised(CannotStop, lambda: idle.stop(receipt, "Wrong goods")).record["CONSOLIDATED"]
done("void or cancel by NEXT_ACTION")

found = [each["SALE_CODE"] for each in idle.submitted(given["company_guid"], given["from"], given["to"], outlet="KLCC", page_size=1)]
assert [code for code in found if code.startswith(sale["SALE_CODE"])] == [f"{sale['SALE_CODE']}-kept", sale["SALE_CODE"], f"{sale['SALE_CODE']}-month"]
done("all pages of a range are read")

hook = given["webhook"]
body = hook["body"].encode()
assert verify_webhook(hook["secret"], hook["headers"], body)["data"]["SALE_GUID"] == hook["sale_guid"]
raised(BadSignature, lambda: verify_webhook(hook["secret"], hook["headers"], body + b" "))
raised(BadSignature, lambda: verify_webhook(hook["secret"], {**hook["headers"], "webhook-timestamp": "1700000000"}, body))
raised(BadSignature, lambda: verify_webhook(hook["other_secret"], hook["headers"], body))
done("webhooks are proven")

assert Resit(given["idle_direct_url"], given["idle_token"], proven=True).status(waiting)["STATUS"] == "Voided"
# What stands between the two listens on another port, and cannot have the proof made for that.
raised(NotProven, lambda: Resit(given["lossy_url"], given["token"], proven=True).status(record))
raised(NotProven, lambda: Resit(given["idle_direct_url"], "rst_wrong", proven=True).status(waiting))
done("the gateway proves itself before it sees the token")
