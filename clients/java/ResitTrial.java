package example.resit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What every client is tried with, against real gateways: test/clients/clients.long.test.ts starts them and this. */
final class ResitTrial {
    private static final Duration patience = Duration.ofMinutes(1);

    public static void main(String[] none) {
        if (System.getenv("RESIT_TRIAL") == null) {
            System.err.println(
                    "test/clients/clients.long.test.ts starts this trial and sets RESIT_TRIAL; README.md has a first program.");
            System.exit(2);
        }
        Map<String, Object> given = map(Json.read(System.getenv("RESIT_TRIAL")));
        Resit lossy = new Resit(text(given, "lossy_url"), text(given, "token"));
        Resit idle = new Resit(text(given, "idle_url"), text(given, "idle_token"));
        Map<String, Object> sale = map(given.get("sale"));

        // The first answer is lost on the way, the second try is told to come later.
        Map<String, Object> record = lossy.submit(sale);
        check(lossy.submit(sale).get("SALE_GUID").equals(record.get("SALE_GUID")), "the same document");
        done("a retry makes no second document");

        String code = text(sale, "SALE_CODE");
        List<Map<String, Object>> kept = new ArrayList<>();
        Resit keeping = new Resit(text(given, "idle_direct_url"), text(given, "idle_token")).keeping(kept::add);
        Map<String, Object> named = keeping.submit(with(sale, "SALE_CODE", code + "-kept"));
        check(kept.get(0).get("SALE_GUID").equals(named.get("SALE_GUID")), "the GUID that was kept");
        check(keeping.submit(kept.get(0)).get("SALE_GUID").equals(named.get("SALE_GUID")), "the same document again");
        done("a document is kept with its SALE_GUID before it is sent");

        check("Valid".equals(lossy.waitForFinal(record, patience).get("STATUS")), "valid");
        done("the last word is waited for");

        Resit.Invalid invalid =
                raised(Resit.Invalid.class, () -> lossy.submit(with(sale, "SALE_CODE", "x", "LINES", List.of())));
        check("/LINES".equals(map(((List<?>) invalid.problem.get("errors")).get(0)).get("pointer")), "the pointer");
        List<Object> twice = new ArrayList<>((List<?>) sale.get("LINES"));
        twice.addAll((List<?>) sale.get("LINES"));
        Resit.Conflict conflict = raised(Resit.Conflict.class, () -> lossy.submit(with(sale, "LINES", twice)));
        check(conflict.code.equals("business_key_reused"), "the code");
        Map<String, Object> unknown = with(record, "SALE_GUID", "6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f5ff");
        raised(Resit.NotFound.class, () -> lossy.status(unknown));
        raised(Resit.NotAllowed.class, () -> new Resit(text(given, "lossy_url"), "rst_wrong").status(record));
        Resit nobody = new Resit("http://127.0.0.1:9/v1", "x", Duration.ofMillis(100));
        raised(Resit.Unreachable.class, () -> nobody.status(record));
        done("errors are types");

        Resit.Changes changes = lossy.changes(0, 0);
        check(changes.items().stream().anyMatch(each -> each.get("SALE_GUID").equals(record.get("SALE_GUID"))), "in the feed");
        check(lossy.changes(changes.next(), 0).items().isEmpty(), "nothing new");
        done("the change feed goes on where it was");

        check(Boolean.TRUE.equals(lossy.checkTaxpayer("C25845632020", "BRN", "201901234567").get("valid")), "a taxpayer");
        check(!lossy.checkTaxpayer("C25845632020", "BRN", "201901234568").get("response_msg").equals(""), "no taxpayer");
        done("a taxpayer is checked");

        check("Cancelled".equals(lossy.stop(record, "Wrong goods", patience).get("STATUS")), "cancelled");
        Map<String, Object> waiting = idle.submit(sale);
        // The answer to this void is lost, too: the second try hears void_denied_locked.
        check("Voided".equals(idle.stop(waiting, "Wrong goods", patience).get("STATUS")), "voided");
        check("Voided".equals(idle.stop(waiting, "Wrong goods", patience).get("STATUS")), "voided still");
        Map<String, Object> month = with(sale, "SALE_CODE", sale.get("SALE_CODE") + "-month", "CONSOLIDATE", true);
        month.remove("BUYER");
        Map<String, Object> receipt = idle.submit(month);
        raised(Resit.CannotStop.class, () -> idle.stop(receipt, "Wrong goods", patience));
        done("void or cancel by NEXT_ACTION");

        List<String> codes = new ArrayList<>();
        String guid = text(given, "company_guid");
        idle.submitted("sale", "invoice", guid, text(given, "from"), text(given, "to"), "KLCC", 1, each -> {
            if (text(each, "SALE_CODE").startsWith(code)) codes.add(text(each, "SALE_CODE"));
        });
        check(codes.equals(List.of(code + "-kept", code, code + "-month")), "all pages");
        done("all pages of a range are read");

        Map<String, Object> hook = map(given.get("webhook"));
        Map<String, String> headers = new LinkedHashMap<>();
        map(hook.get("headers")).forEach((name, value) -> headers.put(name, value.toString()));
        byte[] body = text(hook, "body").getBytes(StandardCharsets.UTF_8);
        Map<String, Object> message = Resit.verifyWebhook(text(hook, "secret"), headers, body);
        check(hook.get("sale_guid").equals(map(message.get("data")).get("SALE_GUID")), "the message");
        byte[] changed = (text(hook, "body") + " ").getBytes(StandardCharsets.UTF_8);
        raised(Resit.BadSignature.class, () -> Resit.verifyWebhook(text(hook, "secret"), headers, changed));
        raised(Resit.BadSignature.class, () -> Resit.verifyWebhook(text(hook, "other_secret"), headers, body));
        headers.put("webhook-timestamp", "1700000000");
        raised(Resit.BadSignature.class, () -> Resit.verifyWebhook(text(hook, "secret"), headers, body));
        done("webhooks are proven");

        Resit proven = new Resit(text(given, "idle_direct_url"), text(given, "idle_token"), patience, true);
        check("Voided".equals(proven.status(waiting).get("STATUS")), "proven");
        // What stands between the two listens on another port, and cannot have the proof made for that.
        Resit between = new Resit(text(given, "lossy_url"), text(given, "token"), patience, true);
        raised(Resit.NotProven.class, () -> between.status(record));
        Resit stranger = new Resit(text(given, "idle_direct_url"), "rst_wrong", patience, true);
        raised(Resit.NotProven.class, () -> stranger.status(waiting));
        done("the gateway proves itself before it sees the token");
    }

    private static Map<String, Object> with(Map<String, Object> document, Object... fields) {
        Map<String, Object> changed = new LinkedHashMap<>(document);
        for (int at = 0; at < fields.length; at += 2) changed.put(fields[at].toString(), fields[at + 1]);
        return changed;
    }

    private static <Type extends Throwable> Type raised(Class<Type> type, Runnable task) {
        try {
            task.run();
        } catch (RuntimeException thrown) {
            if (type.isInstance(thrown)) return type.cast(thrown);
            throw thrown;
        }
        throw new IllegalStateException(type + " was not thrown");
    }

    private static void check(boolean holds, String what) {
        if (!holds) throw new IllegalStateException(what);
    }

    private static void done(String name) {
        System.out.println("ok " + name);
    }

    private static String text(Map<String, Object> map, String name) {
        return map.get(name).toString();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
