"""Resit for tills, Python 3.9 or newer, nothing to install. Copy this file.

Every call may be repeated: a document is known by its SALE_GUID or business key, so a retry
after a time-out cannot make a second one.
"""
import base64
import hashlib
import hmac
import json
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

FINAL = ("Valid", "Invalid", "Cancelled", "Voided")


class ResitError(Exception):
    """Anything that this client raises."""


class Unreachable(ResitError):
    """There was no answer, or only that it cannot now, for as long as the client is patient. Ask again later: nothing is lost."""


class NotFinal(ResitError):
    """The time is over before the last word. The gateway goes on by itself; ask again later."""

    def __init__(self, record):
        super().__init__(f"{record['DOCUMENT_NUMBER']} is still {record['STATUS']}")
        self.record = record


class CannotStop(ResitError):
    """Neither a void nor a cancellation is possible: record["NEXT_ACTION"] says what is."""

    def __init__(self, record):
        super().__init__(record["NEXT_ACTION"]["REASON"])
        self.record = record


class NotProven(ResitError):
    """The program that answers there is not the gateway this token belongs to; the token was not shown."""


class BadSignature(ResitError):
    """This webhook is not from your gateway, or it is old."""


class Refused(ResitError):
    """The gateway says no, and will again. `code` is stable, `errors` name fields, `record` is the record concerned."""

    def __init__(self, problem):
        super().__init__(problem.get("detail") or problem.get("title") or "refused")
        self.status = problem["status"]
        self.code = problem["code"]
        self.errors = problem.get("errors", [])
        self.record = problem.get("record")


class NotAllowed(Refused):
    """401, 403: the token is wrong or may not do this."""


class NotFound(Refused):
    """404: no such record, as far as this token sees."""


class Conflict(Refused):
    """409: the record is in no state for this; see `record`."""


class Invalid(Refused):
    """422: mend the fields that `errors` point at."""


_refusals = {401: NotAllowed, 403: NotAllowed, 404: NotFound, 409: Conflict, 422: Invalid}


class Resit:
    """A gateway as one till sees it.

    base_url ends in /v1; patience_s is how long a call is tried again without an answer; language is en, ms or zh;
    with proven the token is shown only to a gateway that has just proven, on this very port, that it knows it (through no proxy);
    keep(document) stores a document, its SALE_GUID in it, before its first byte leaves: after a restart hand what was stored
    and not answered to submit, oldest first.
    """

    def __init__(self, base_url, token, patience_s=60.0, language="en", proven=False, keep=None):
        self._base = base_url.rstrip("/")
        self._operator = self._base[: -len("/v1")] + "/operator/v1"
        self._token = token
        self._patience_s = patience_s
        self._language = language
        self._proven = proven
        self._keep = keep
        # Straight to this machine, whatever proxies are set.
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect()).open

    def submit(self, document, kind="invoice", family="sale", wait_s=0):
        """Hand in a document; returns the record. Safe to repeat with the same document.

        wait_s (up to 20): wait that long for the last word, so that a receipt can carry its QR code.
        """
        if self._keep:
            document = {**document, "SALE_GUID": document.get("SALE_GUID") or str(uuid.uuid4())}
            self._keep(document)
        headers = {"Prefer": f"wait={wait_s}"} if wait_s else {}
        return self._call("POST", f"{self._base}/{family}/{kind}_submission", document, headers)

    def status(self, record):
        """The record as it is now."""
        path = f"{self._base}/{record['FAMILY']}/{record['KIND']}_checkstatus/by_guid"
        return self._call("GET", path, headers={"sale_guid": record["SALE_GUID"]})

    def check_taxpayer(self, tin, id_type, id_number):
        """Whether the three name one taxpayer: {"valid": …, "response_msg": why not}. For new customers, not for every sale."""
        body = {"customer_tin": tin, "customer_idtype": id_type, "customer_idnum": id_number}
        return self._call("POST", f"{self._base}/taxauth/tin_validation", body)

    def submitted(self, company_guid, day_from, day_to, outlet=None, kind="invoice", family="sale", page_size=25):
        """Yield record after record of what was submitted on some days, both included, through all pages."""
        headers = {"company_guid": company_guid, "submission_from": str(day_from), "submission_to": str(day_to)}
        if outlet is not None:
            headers["outlet_name"] = urllib.parse.quote(outlet, safe="")
        following = f"/v1/{family}/{kind}_checkstatus/by_submission?page_size={page_size}"
        while following is not None:
            page = self._call("GET", self._base[: -len("/v1")] + following, headers=headers)
            yield from page["items"]
            following = page["paging"]["next"]

    def wait(self, record, until=None, timeout_s=60.0):
        """The record once its STATUS is final, or until(record) is true. Raises NotFinal when the time is over."""
        until = until or (lambda now: now["STATUS"] in FINAL)
        deadline = time.monotonic() + timeout_s
        # The place is taken before the look, so that nothing falls between the two.
        place = self.changes()["next"]
        record = self.status(record)
        while not until(record):
            left = deadline - time.monotonic()
            if left <= 0:
                raise NotFinal(record)
            news = self.changes(place, min(25, max(1, int(left))))
            place = news["next"]
            for changed in news["items"]:
                if changed["SALE_GUID"] == record["SALE_GUID"]:
                    record = changed
        return record

    def changes(self, after=None, wait_s=0):
        """{"items": records that changed after that place, "next": the place to go on from}. None: from now on."""
        query = {"wait": str(wait_s)}
        if after is not None:
            query["after"] = str(after)
        return self._call("GET", f"{self._operator}/changes?{urllib.parse.urlencode(query)}", extra_s=wait_s)

    def follow(self, after, handle, wait_s=25):
        """Hand every changed record to handle(record), for ever; yields the place after each batch.

        Store the place when you have stored what came with it, and begin there after a restart:
        a record may come twice, none is left out.
        """
        while True:
            news = self.changes(after, wait_s)
            for record in news["items"]:
                handle(record)
            after = news["next"]
            yield after

    def stop(self, record, reason, timeout_s=60.0):
        """Void or cancel, whichever the record's NEXT_ACTION says; returns the record, Voided or Cancelled.

        If the answer to a void was lost, the second try is refused with void_denied_locked: the record is Voided
        then, which is a success. Raises CannotStop if it takes a note or a person, NotFinal if the time is over.
        """
        deadline = time.monotonic() + timeout_s
        record = self.status(record)
        while True:
            action = record["NEXT_ACTION"]["ACTION"]
            if action == "none":
                return record
            if action not in ("void", "cancel", "wait") or (action == "wait" and record["CONSOLIDATED"]):
                raise CannotStop(record)
            try:
                if action == "void":
                    record = self._act(record, "void/by_sale_guid", {"SALE_GUID": record["SALE_GUID"]})
                elif action == "cancel":
                    record = self._act(record, "cancellation", {"SALE_GUID": record["SALE_GUID"], "REASON": reason})
            except Conflict as refusal:
                # Between the look and the call it went on: look again, unless the authority itself said no.
                if refusal.record is None or refusal.code == "cancel_refused":
                    raise
                record = refusal.record
            if record["NEXT_ACTION"]["ACTION"] == "wait":
                left = deadline - time.monotonic()
                record = self.wait(record, lambda now: now["NEXT_ACTION"]["ACTION"] != "wait", left)
            elif time.monotonic() > deadline:
                raise NotFinal(record)

    def _act(self, record, action, body):
        return self._call("POST", f"{self._base}/{record['FAMILY']}/{record['KIND']}_{action}", body)

    def _call(self, method, url, body=None, headers=None, extra_s=0):
        """Try until there is an answer that counts: 2xx, or a refusal that stays one. Pauses of 2, 4, 8 … 60 s, or Retry-After."""
        data = None if body is None else json.dumps(body).encode()
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Accept-Language": self._language,
            **({"Content-Type": "application/json"} if data is not None else {}),
            **(headers or {}),
        }
        deadline = time.monotonic() + self._patience_s
        pause_s = 2.0
        while True:
            request = urllib.request.Request(url, data, headers, method=method)
            asked_s = None
            try:
                if self._proven:
                    self._prove()
                with self._open(request, timeout=30 + extra_s) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                problem = _problem_in(error)
                # An error of a proxy does not say it.
                if not problem.get("retryable", error.code == 429 or error.code >= 500):
                    raise _refusals.get(error.code, Refused)(problem) from None
                asked_s = error.headers.get("Retry-After")
                trouble = error
            except (OSError, ValueError) as error:
                # Whether it arrived is not known: the same again finds out.
                trouble = error
            wait_s = float(asked_s) if asked_s and asked_s.isdigit() else pause_s
            if time.monotonic() + wait_s > deadline:
                raise Unreachable(f"no answer from {self._base}: {trouble}") from trouble
            time.sleep(wait_s)
            pause_s = min(pause_s * 2, 60.0)

    def _prove(self):
        secret = hashlib.sha256(self._token.encode()).digest()
        challenge = secrets.token_hex(32)
        headers = {"X-Resit-Challenge": challenge, "X-Resit-Token-Mark": _keyed(secret, "resit token")[:32]}
        request = urllib.request.Request(self._base[: -len("/v1")] + "/healthz", None, headers)
        try:
            with self._open(request, timeout=30) as answer:
                proof = answer.headers.get("X-Resit-Proof", "")
        except urllib.error.HTTPError as error:
            raise NotProven(f"who answers at {self._base} has no proof: HTTP {error.code}") from None
        place = urllib.parse.urlsplit(self._base)
        port = place.port or (443 if place.scheme == "https" else 80)
        if not hmac.compare_digest(proof, _keyed(secret, f"resit till\n{port}\n{challenge}")):
            raise NotProven(f"who answers at {self._base} does not know this token")


def _keyed(secret, text):
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def _problem_in(error):
    try:
        problem = json.load(error)
        return {"status": error.code, "code": "unknown", **problem}
    except ValueError:
        return {"status": error.code, "code": "unknown", "detail": f"HTTP {error.code}"}


def verify_webhook(secret, headers, body, tolerance_s=300, now=None):
    """The message of a webhook, once it is proven to come from your gateway. Raises BadSignature.

    headers in any case; body the bytes as they came. Remember the webhook-id: a delivery may repeat under the same one.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs((time.time() if now is None else now) - int(timestamp)) > tolerance_s:
        raise BadSignature("the timestamp is missing or too far off")
    key = base64.b64decode(secret[len("whsec_"):])
    expected = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    for each in given.get("webhook-signature", "").split(" "):
        version, _, signature = each.partition(",")
        if version == "v1" and hmac.compare_digest(base64.b64encode(expected).decode(), signature):
            return json.loads(body)
    raise BadSignature("the signature does not fit")
