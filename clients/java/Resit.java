package example.resit;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Resit for tills, Java 17 or newer, nothing to install. Copy this file and Json.java. A gateway as one till sees it.
 *
 * <p>Every call may be repeated: a document is known by its SALE_GUID or business key, so a retry after a time-out
 * cannot make a second one. Records are maps, by the names of the reference at /docs of the running gateway.
 */
public final class Resit {
    private static final Set<String> FINAL = Set.of("Valid", "Invalid", "Cancelled", "Voided");

    /** Anything that this client throws. */
    public static class ResitException extends RuntimeException {
        private static final long serialVersionUID = 1;

        ResitException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** There was no answer, or only that it cannot now, for as long as the client is patient: nothing is lost, ask later. */
    public static final class Unreachable extends ResitException {
        private static final long serialVersionUID = 1;

        Unreachable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The program that answers there is not the gateway this token belongs to; the token was not shown. */
    public static final class NotProven extends ResitException {
        private static final long serialVersionUID = 1;

        NotProven(String message) {
            super(message, null);
        }
    }

    /** This webhook is not from your gateway, or it is old. */
    public static final class BadSignature extends ResitException {
        private static final long serialVersionUID = 1;

        BadSignature(String message) {
            super(message, null);
        }
    }

    /** The time is over before the last word. The gateway goes on by itself; ask again later. */
    public static final class NotFinal extends ResitException {
        private static final long serialVersionUID = 1;
        public final transient Map<String, Object> record;

        NotFinal(Map<String, Object> record) {
            super(record.get("DOCUMENT_NUMBER") + " is still " + record.get("STATUS"), null);
            this.record = record;
        }
    }

    /** Neither a void nor a cancellation is possible: the record's NEXT_ACTION says what is. */
    public static final class CannotStop extends ResitException {
        private static final long serialVersionUID = 1;
        public final transient Map<String, Object> record;

        CannotStop(Map<String, Object> record) {
            super(String.valueOf(map(record.get("NEXT_ACTION")).get("REASON")), null);
            this.record = record;
        }
    }

    /** The gateway says no, and will again. The code is stable; the problem has more (RFC 9457). */
    public static class Refused extends ResitException {
        private static final long serialVersionUID = 1;
        public final int status;
        public final String code;
        public final transient Map<String, Object> problem;

        Refused(int status, Map<String, Object> problem) {
            super(String.valueOf(problem.getOrDefault("detail", "HTTP " + status)), null);
            this.status = status;
            this.code = String.valueOf(problem.getOrDefault("code", "unknown"));
            this.problem = problem;
        }
    }

    /** 401, 403: the token is wrong or may not do this. */
    public static final class NotAllowed extends Refused {
        private static final long serialVersionUID = 1;

        NotAllowed(int status, Map<String, Object> problem) {
            super(status, problem);
        }
    }

    /** 404: no such record, as far as this token sees. */
    public static final class NotFound extends Refused {
        private static final long serialVersionUID = 1;

        NotFound(int status, Map<String, Object> problem) {
            super(status, problem);
        }
    }

    /** 409: the record is in no state for this; see the problem's record. */
    public static final class Conflict extends Refused {
        private static final long serialVersionUID = 1;

        Conflict(int status, Map<String, Object> problem) {
            super(status, problem);
        }
    }

    /** 422: mend the fields that the problem's errors point at. */
    public static final class Invalid extends Refused {
        private static final long serialVersionUID = 1;

        Invalid(int status, Map<String, Object> problem) {
            super(status, problem);
        }
    }

    /** What changed after a place of the feed, and the place to go on from. */
    public record Changes(List<Map<String, Object>> items, long next) {}

    private final String base;
    private final String operator;
    private final String token;
    private final Duration patience;
    private final boolean proven;
    private Consumer<Map<String, Object>> keep;
    // Straight to this machine, whatever proxies are set; HTTP/1.1, which is what the gateway speaks.
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(ProxySelector.of(null))
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    /** @param baseUrl ends in /v1 */
    public Resit(String baseUrl, String token) {
        this(baseUrl, token, Duration.ofMinutes(1));
    }

    /** @param patience how long a call is tried again without an answer */
    public Resit(String baseUrl, String token, Duration patience) {
        this(baseUrl, token, patience, false);
    }

    /** @param proven shows the token only to a gateway that has just proven, on this very port, that it knows it */
    public Resit(String baseUrl, String token, Duration patience, boolean proven) {
        this.base = baseUrl.replaceAll("/+$", "");
        this.operator = base.replaceAll("/v1$", "/operator/v1");
        this.token = token;
        this.patience = patience;
        this.proven = proven;
    }

    /**
     * @param keep stores a document, its SALE_GUID in it, before its first byte leaves: after a restart hand what was stored
     *     and not answered to submit, oldest first
     */
    public Resit keeping(Consumer<Map<String, Object>> keep) {
        this.keep = keep;
        return this;
    }

    /** Hands in an invoice of a sale; returns the record. Safe to repeat with the same document. */
    public Map<String, Object> submit(Map<String, Object> document) {
        return submit("sale", "invoice", document, 0);
    }

    /** @param waitSeconds up to 20: waits that long for the last word, so that a receipt can carry its QR code */
    public Map<String, Object> submit(String family, String kind, Map<String, Object> document, int waitSeconds) {
        String url = base + "/" + family + "/" + kind + "_submission";
        if (keep != null) {
            document = new LinkedHashMap<>(document);
            document.putIfAbsent("SALE_GUID", UUID.randomUUID().toString());
            keep.accept(document);
        }
        return call("POST", url, document, waitSeconds > 0 ? Map.of("Prefer", "wait=" + waitSeconds) : Map.of(), waitSeconds);
    }

    /** Whether the three name one taxpayer: "valid", or "response_msg" says why not. For new customers, not for every sale. */
    public Map<String, Object> checkTaxpayer(String tin, String idType, String idNumber) {
        Map<String, Object> body = Map.of("customer_tin", tin, "customer_idtype", idType, "customer_idnum", idNumber);
        return call("POST", base + "/taxauth/tin_validation", body, Map.of(), 0);
    }

    /** Invoices of sales that were submitted at an outlet (null: at all) on some days, both included, through all pages. */
    public void submitted(
            String companyGuid, String from, String to, String outlet, Consumer<Map<String, Object>> handle) {
        submitted("sale", "invoice", companyGuid, from, to, outlet, 25, handle);
    }

    public void submitted(
            String family, String kind, String companyGuid, String from, String to, String outlet, int pageSize,
            Consumer<Map<String, Object>> handle) {
        Map<String, String> headers = new LinkedHashMap<>(
                Map.of("company_guid", companyGuid, "submission_from", from, "submission_to", to));
        if (outlet != null)
            headers.put("outlet_name", URLEncoder.encode(outlet, StandardCharsets.UTF_8).replace("+", "%20"));
        String next = "/v1/" + family + "/" + kind + "_checkstatus/by_submission?page_size=" + pageSize;
        while (next != null) {
            Map<String, Object> page = call("GET", base.replaceAll("/v1$", "") + next, null, headers, 0);
            for (Object record : (List<?>) page.get("items")) handle.accept(map(record));
            next = (String) map(page.get("paging")).get("next");
        }
    }

    /** The record as it is now. */
    public Map<String, Object> status(Map<String, Object> record) {
        return call("GET", path(record) + "_checkstatus/by_guid", null, Map.of("sale_guid", guid(record)), 0);
    }

    /** The record once its STATUS is final. @throws NotFinal where the time is over */
    public Map<String, Object> waitForFinal(Map<String, Object> record, Duration timeout) {
        return waitFor(record, Instant.now().plus(timeout), now -> FINAL.contains(now.get("STATUS")));
    }

    private Map<String, Object> waitFor(Map<String, Object> record, Instant deadline, Predicate<Map<String, Object>> fits) {
        // The place is taken before the look, so that nothing falls between the two.
        long place = changes(-1, 0).next();
        Map<String, Object> now = status(record);
        while (!fits.test(now)) {
            long left = Duration.between(Instant.now(), deadline).toSeconds();
            if (left < 0) throw new NotFinal(now);
            Changes news = changes(place, (int) Math.min(25, Math.max(1, left)));
            place = news.next();
            for (Map<String, Object> changed : news.items()) if (guid(changed).equals(guid(record))) now = changed;
        }
        return now;
    }

    /**
     * Records that changed after a place of the feed. Store its next when you have stored its items, and begin there
     * after a restart: a record may come twice, none is left out.
     *
     * @param after 0 for everything, -1 for from now on
     * @param waitSeconds up to 25: waits that long for something to change
     */
    public Changes changes(long after, int waitSeconds) {
        String query = "?wait=" + waitSeconds + (after < 0 ? "" : "&after=" + after);
        Map<String, Object> told = call("GET", operator + "/changes" + query, null, Map.of(), waitSeconds);
        List<Map<String, Object>> items = ((List<?>) told.get("items")).stream().map(Resit::map).toList();
        return new Changes(items, ((Number) told.get("next")).longValue());
    }

    /**
     * Voids or cancels, whichever the record's NEXT_ACTION says; returns the record, Voided or Cancelled. If the answer
     * to a void was lost, the second try is refused with void_denied_locked: the record is Voided then, a success.
     *
     * @throws CannotStop where it takes a note or a person
     * @throws NotFinal where the time is over
     */
    public Map<String, Object> stop(Map<String, Object> record, String reason, Duration timeout) {
        Instant deadline = Instant.now().plus(timeout);
        Map<String, Object> now = status(record);
        for (;;) {
            boolean isHopeless = switch (action(now)) {
                case "none", "void", "cancel" -> false;
                case "wait" -> Boolean.TRUE.equals(now.get("CONSOLIDATED"));
                default -> true;
            };
            if (isHopeless) throw new CannotStop(now);
            if (action(now).equals("none")) return now;
            if (Instant.now().isAfter(deadline)) throw new NotFinal(now);
            now = tryToStop(now, reason);
            if (action(now).equals("wait") && !Boolean.TRUE.equals(now.get("CONSOLIDATED")))
                now = waitFor(now, deadline, each -> !action(each).equals("wait"));
        }
    }

    private Map<String, Object> tryToStop(Map<String, Object> record, String reason) {
        String guid = guid(record);
        try {
            return switch (action(record)) {
                case "void" -> call("POST", path(record) + "_void/by_sale_guid", Map.of("SALE_GUID", guid), Map.of(), 0);
                case "cancel" ->
                    call("POST", path(record) + "_cancellation", Map.of("SALE_GUID", guid, "REASON", reason), Map.of(), 0);
                default -> record;
            };
        } catch (Conflict refusal) {
            // Between the look and the call it went on: look again, unless the authority itself said no.
            if (refusal.problem.get("record") == null || refusal.code.equals("cancel_refused")) throw refusal;
            return map(refusal.problem.get("record"));
        }
    }

    /** Tries until there is an answer that counts: 2xx, or a refusal that stays one. Pauses of 2, 4, 8 … 60 s, or Retry-After. */
    private Map<String, Object> call(
            String method, String url, Map<String, Object> body, Map<String, String> headers, int extraSeconds) {
        HttpRequest.BodyPublisher content = body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(Json.write(body));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .method(method, content)
                .timeout(Duration.ofSeconds(30 + extraSeconds))
                .header("Authorization", "Bearer " + token);
        if (body != null) request.header("Content-Type", "application/json");
        headers.forEach(request::header);
        Instant deadline = Instant.now().plus(patience);
        for (double pauseMs = 2_000; ; pauseMs = Math.min(pauseMs * 2, 60_000)) {
            Throwable trouble = null;
            double waitMs = pauseMs;
            try {
                if (proven) prove();
                HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
                int status = answer.statusCode();
                if (status / 100 == 2) return map(Json.read(answer.body()));
                Map<String, Object> problem = problemIn(answer.body());
                // An error of a proxy does not say it.
                boolean retryable = problem.get("retryable") instanceof Boolean told ? told : status == 429 || status >= 500;
                if (!retryable) throw refusal(status, problem);
                String asked = answer.headers().firstValue("retry-after").orElse("");
                if (asked.matches("\\d{1,6}")) waitMs = Long.parseLong(asked) * 1_000.0;
            } catch (IOException | IllegalArgumentException cause) {
                // Whether it arrived is not known: the same again finds out.
                trouble = cause;
            } catch (InterruptedException cause) {
                Thread.currentThread().interrupt();
                throw new Unreachable("interrupted", cause);
            }
            if (Instant.now().plusMillis((long) waitMs).isAfter(deadline)) throw new Unreachable("no answer from " + base, trouble);
            rest((long) waitMs);
        }
    }

    /** Before the token is shown; docs/integrate.md says how it is asked. */
    private void prove() throws IOException, InterruptedException {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        String challenge = HexFormat.of().formatHex(random);
        URI place = URI.create(base.replaceAll("/v1$", "/healthz"));
        int port = place.getPort() >= 0 ? place.getPort() : place.getScheme().equals("https") ? 443 : 80;
        try {
            byte[] secret = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            HttpRequest request = HttpRequest.newBuilder(place)
                    .timeout(Duration.ofSeconds(30))
                    .header("X-Resit-Challenge", challenge)
                    .header("X-Resit-Token-Mark", keyed(secret, "resit token").substring(0, 32))
                    .build();
            HttpResponse<Void> answer = http.send(request, HttpResponse.BodyHandlers.discarding());
            byte[] proof = answer.headers().firstValue("x-resit-proof").orElse("").getBytes(StandardCharsets.UTF_8);
            String expected = keyed(secret, "resit till\n" + port + "\n" + challenge);
            if (!MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), proof))
                throw new NotProven("who answers at " + base + " does not know this token");
        } catch (GeneralSecurityException cause) {
            throw new IllegalStateException(cause);
        }
    }

    private static String keyed(byte[] secret, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static void rest(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException cause) {
            Thread.currentThread().interrupt();
            throw new Unreachable("interrupted", cause);
        }
    }

    private static Map<String, Object> problemIn(String body) {
        return body.startsWith("{") ? map(Json.read(body)) : Map.of();
    }

    private static Refused refusal(int status, Map<String, Object> problem) {
        return switch (status) {
            case 401, 403 -> new NotAllowed(status, problem);
            case 404 -> new NotFound(status, problem);
            case 409 -> new Conflict(status, problem);
            case 422 -> new Invalid(status, problem);
            default -> new Refused(status, problem);
        };
    }

    /**
     * The message of a webhook, once it is proven to come from your gateway. Remember the webhook-id: a delivery may
     * repeat under the same one.
     *
     * @param headers by name in small letters
     * @param body the bytes as they came
     * @throws BadSignature
     */
    public static Map<String, Object> verifyWebhook(String secret, Map<String, String> headers, byte[] body) {
        String id = headers.getOrDefault("webhook-id", "");
        String timestamp = headers.getOrDefault("webhook-timestamp", "");
        boolean isNow = timestamp.matches("\\d{1,12}")
                && Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) <= 300;
        if (!isNow) throw new BadSignature("the timestamp is missing or too far off");
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
            for (String signature : headers.getOrDefault("webhook-signature", "").split(" "))
                if (MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8)))
                    return map(Json.read(new String(body, StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException cause) {
            throw new IllegalStateException(cause);
        }
        throw new BadSignature("the signature does not fit");
    }

    private static String action(Map<String, Object> record) {
        return String.valueOf(map(record.get("NEXT_ACTION")).get("ACTION"));
    }

    private String path(Map<String, Object> record) {
        return base + "/" + record.get("FAMILY") + "/" + record.get("KIND");
    }

    private static String guid(Map<String, Object> record) {
        return String.valueOf(record.get("SALE_GUID"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
