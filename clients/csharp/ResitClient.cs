// Resit for tills, C# for .NET 8 or newer, nothing to install. Copy this file.
//
// Every call may be repeated: a document is known by its SALE_GUID or business key, so a retry after a time-out cannot
// make a second one. Records are JsonNode, by the names of the reference at /docs of the running gateway.
//
// This one is text: there is no compiler for it where Resit is tested. The other four clients are run.

using System.Net;
using System.Net.Http.Headers;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Resit;

/// <summary>Anything that this client throws.</summary>
public class ResitException(string message, Exception? cause = null) : Exception(message, cause);

/// <summary>There was no answer, or only that it cannot now, for as long as the client is patient. Ask again later: nothing is lost.</summary>
public sealed class Unreachable(string message, Exception? cause) : ResitException(message, cause);

/// <summary>The program that answers there is not the gateway this token belongs to; the token was not shown.</summary>
public sealed class NotProven(string message) : ResitException(message);

/// <summary>This webhook is not from your gateway, or it is old.</summary>
public sealed class BadSignature(string message) : ResitException(message);

/// <summary>The time is over before the last word. The gateway goes on by itself; ask again later.</summary>
public sealed class NotFinal(JsonNode record) : ResitException($"{record["DOCUMENT_NUMBER"]} is still {record["STATUS"]}")
{
    public JsonNode Record { get; } = record;
}

/// <summary>Neither a void nor a cancellation is possible: the record's NEXT_ACTION says what is.</summary>
public sealed class CannotStop(JsonNode record) : ResitException($"{record["NEXT_ACTION"]!["REASON"]}")
{
    public JsonNode Record { get; } = record;
}

/// <summary>The gateway says no, and will again. Code is stable; Problem has more (RFC 9457).</summary>
public class Refused(int status, JsonNode problem) : ResitException((string?)problem["detail"] ?? $"HTTP {status}")
{
    public int Status { get; } = status;
    public string Code { get; } = (string?)problem["code"] ?? "unknown";
    public JsonNode Problem { get; } = problem;
}

/// <summary>401, 403: the token is wrong or may not do this.</summary>
public sealed class NotAllowed(int status, JsonNode problem) : Refused(status, problem);

/// <summary>404: no such record, as far as this token sees.</summary>
public sealed class NotFound(int status, JsonNode problem) : Refused(status, problem);

/// <summary>409: the record is in no state for this; see Problem["record"].</summary>
public sealed class Conflict(int status, JsonNode problem) : Refused(status, problem);

/// <summary>422: mend the fields that Problem["errors"] point at.</summary>
public sealed class Invalid(int status, JsonNode problem) : Refused(status, problem);

/// <summary>What changed after a place of the feed, and the place to go on from.</summary>
public sealed record Changes(IReadOnlyList<JsonNode> Items, long Next);

/// <summary>A gateway as one till sees it.</summary>
public sealed class ResitClient : IDisposable
{
    private static readonly string[] Final = ["Valid", "Invalid", "Cancelled", "Voided"];

    // Straight to this machine, whatever proxies are set.
    private readonly HttpClient _http = new(new HttpClientHandler { UseProxy = false, AllowAutoRedirect = false })
    {
        Timeout = Timeout.InfiniteTimeSpan,
    };

    private readonly string _base;
    private readonly string _operator;
    private readonly TimeSpan _patience;
    private readonly string _token;
    private readonly bool _proven;

    /// <summary>
    /// Stores a document, its SALE_GUID in it, before its first byte leaves. After a restart hand what was stored and not
    /// answered to SubmitAsync, oldest first.
    /// </summary>
    public Func<JsonNode, Task>? Keep { get; init; }

    /// <param name="baseUrl">Ends in /v1.</param>
    /// <param name="patience">How long a call is tried again without an answer; a minute if nothing is said.</param>
    /// <param name="language">en, ms or zh.</param>
    /// <param name="proven">Shows the token only to a gateway that has just proven, on this very port, that it knows it.</param>
    public ResitClient(string baseUrl, string token, TimeSpan? patience = null, string language = "en", bool proven = false)
    {
        _base = baseUrl.TrimEnd('/');
        _operator = _base[..^"/v1".Length] + "/operator/v1";
        _patience = patience ?? TimeSpan.FromMinutes(1);
        _token = token;
        _proven = proven;
        _http.DefaultRequestHeaders.AcceptLanguage.ParseAdd(language);
    }

    public void Dispose() => _http.Dispose();

    /// <summary>Hands in a document; returns the record. Safe to repeat with the same document.</summary>
    /// <param name="waitSeconds">Up to 20: waits that long for the last word, so that a receipt can carry its QR code.</param>
    public async Task<JsonNode> SubmitAsync(
        JsonNode document, string kind = "invoice", string family = "sale", int waitSeconds = 0, CancellationToken stop = default)
    {
        if (Keep is not null)
        {
            document["SALE_GUID"] ??= System.Guid.NewGuid().ToString();
            await Keep(document);
        }
        (string, string)[] headers = waitSeconds > 0 ? [("Prefer", $"wait={waitSeconds}")] : [];
        return await CallAsync(HttpMethod.Post, $"{_base}/{family}/{kind}_submission", document, headers, waitSeconds, stop);
    }

    /// <summary>Whether the three name one taxpayer: "valid", or "response_msg" says why not. For new customers, not for every sale.</summary>
    public Task<JsonNode> CheckTaxpayerAsync(string tin, string idType, string idNumber, CancellationToken stop = default) =>
        CallAsync(HttpMethod.Post, $"{_base}/taxauth/tin_validation",
            new JsonObject { ["customer_tin"] = tin, ["customer_idtype"] = idType, ["customer_idnum"] = idNumber }, [], 0, stop);

    /// <summary>Record after record of what was submitted on some days, both included, through all pages.</summary>
    public async IAsyncEnumerable<JsonNode> SubmittedAsync(
        string companyGuid, DateOnly from, DateOnly to, string? outlet = null, string kind = "invoice", string family = "sale",
        int pageSize = 25, [EnumeratorCancellation] CancellationToken stop = default)
    {
        List<(string, string)> headers =
            [("company_guid", companyGuid), ("submission_from", $"{from:yyyy-MM-dd}"), ("submission_to", $"{to:yyyy-MM-dd}")];
        if (outlet is not null) headers.Add(("outlet_name", Uri.EscapeDataString(outlet)));
        string? next = $"/v1/{family}/{kind}_checkstatus/by_submission?page_size={pageSize}";
        while (next is not null)
        {
            var page = await CallAsync(HttpMethod.Get, _base[..^"/v1".Length] + next, null, headers, 0, stop);
            foreach (var record in page["items"]!.AsArray()) yield return record!;
            next = (string?)page["paging"]!["next"];
        }
    }

    /// <summary>The record as it is now.</summary>
    public Task<JsonNode> StatusAsync(JsonNode record, CancellationToken stop = default) =>
        CallAsync(HttpMethod.Get, $"{PathOf(record)}_checkstatus/by_guid", null, [("sale_guid", Guid(record))], 0, stop);

    /// <summary>The record once its STATUS is final, or it fits.</summary>
    /// <exception cref="NotFinal">The time is over.</exception>
    public async Task<JsonNode> WaitAsync(
        JsonNode record, TimeSpan timeout, Func<JsonNode, bool>? fits = null, CancellationToken stop = default)
    {
        fits ??= now => Final.Contains((string?)now["STATUS"]);
        var deadline = DateTime.UtcNow + timeout;
        // The place is taken before the look, so that nothing falls between the two.
        var place = (await ChangesAsync(null, 0, stop)).Next;
        var latest = await StatusAsync(record, stop);
        while (!fits(latest))
        {
            var left = (deadline - DateTime.UtcNow).TotalSeconds;
            if (left <= 0) throw new NotFinal(latest);
            var news = await ChangesAsync(place, (int)Math.Clamp(left, 1, 25), stop);
            place = news.Next;
            latest = news.Items.LastOrDefault(changed => Guid(changed) == Guid(record)) ?? latest;
        }
        return latest;
    }

    /// <param name="after">Null for from now on, 0 for everything.</param>
    public async Task<Changes> ChangesAsync(long? after, int waitSeconds = 0, CancellationToken stop = default)
    {
        var query = $"?wait={waitSeconds}" + (after is null ? "" : $"&after={after}");
        var told = await CallAsync(HttpMethod.Get, $"{_operator}/changes{query}", null, [], waitSeconds, stop);
        return new Changes([.. told["items"]!.AsArray().Select(item => item!)], (long)told["next"]!);
    }

    /// <summary>
    /// Batch after batch of what changed, for ever. Store Next when you have stored its items, and begin there after a
    /// restart: a record may come twice, none is left out.
    /// </summary>
    public async IAsyncEnumerable<Changes> FollowAsync(
        long after, int waitSeconds = 25, [EnumeratorCancellation] CancellationToken stop = default)
    {
        while (true)
        {
            var news = await ChangesAsync(after, waitSeconds, stop);
            after = news.Next;
            yield return news;
        }
    }

    /// <summary>
    /// Voids or cancels, whichever the record's NEXT_ACTION says; returns the record, Voided or Cancelled. If the answer to a
    /// void was lost, the second try is refused with void_denied_locked: the record is Voided then, which is a success.
    /// </summary>
    /// <exception cref="CannotStop">It takes a note or a person.</exception>
    /// <exception cref="NotFinal">The time is over.</exception>
    public async Task<JsonNode> StopAsync(JsonNode record, string reason, TimeSpan timeout, CancellationToken stop = default)
    {
        var deadline = DateTime.UtcNow + timeout;
        var now = await StatusAsync(record, stop);
        while (true)
        {
            var isConsolidated = (bool)now["CONSOLIDATED"]!;
            switch (ActionOf(now))
            {
                case "none":
                    return now;
                case "void" or "cancel":
                case "wait" when !isConsolidated:
                    break;
                default:
                    throw new CannotStop(now);
            }
            if (DateTime.UtcNow > deadline) throw new NotFinal(now);
            now = await TryToStopAsync(now, reason, stop);
            if (ActionOf(now) == "wait" && !(bool)now["CONSOLIDATED"]!)
                now = await WaitAsync(now, deadline - DateTime.UtcNow, each => ActionOf(each) != "wait", stop);
        }
    }

    private async Task<JsonNode> TryToStopAsync(JsonNode record, string reason, CancellationToken stop)
    {
        var guid = Guid(record);
        try
        {
            return ActionOf(record) switch
            {
                "void" => await CallAsync(HttpMethod.Post, $"{PathOf(record)}_void/by_sale_guid",
                    new JsonObject { ["SALE_GUID"] = guid }, [], 0, stop),
                "cancel" => await CallAsync(HttpMethod.Post, $"{PathOf(record)}_cancellation",
                    new JsonObject { ["SALE_GUID"] = guid, ["REASON"] = reason }, [], 0, stop),
                _ => record,
            };
        }
        // Between the look and the call it went on: look again, unless the authority itself said no.
        catch (Conflict refusal) when (refusal.Problem["record"] is not null && refusal.Code != "cancel_refused")
        {
            return refusal.Problem["record"]!;
        }
    }

    /// <summary>Tries until there is an answer that counts: 2xx, or a refusal that stays one. Pauses of 2, 4, 8 … 60 s, or Retry-After.</summary>
    private async Task<JsonNode> CallAsync(
        HttpMethod method, string url, JsonNode? body, IReadOnlyList<(string Name, string Value)> headers, int extraSeconds, CancellationToken stop)
    {
        var deadline = DateTime.UtcNow + _patience;
        for (var pause = 2.0; ; pause = Math.Min(pause * 2, 60))
        {
            Exception? trouble = null;
            var wait = TimeSpan.FromSeconds(pause);
            using var patience = CancellationTokenSource.CreateLinkedTokenSource(stop);
            patience.CancelAfter(TimeSpan.FromSeconds(30 + extraSeconds));
            try
            {
                if (_proven) await ProveAsync(patience.Token);
                using var request = new HttpRequestMessage(method, url);
                request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", _token);
                foreach (var (name, value) in headers) request.Headers.TryAddWithoutValidation(name, value);
                if (body is not null) request.Content = JsonContentOf(body);
                using var answer = await _http.SendAsync(request, patience.Token);
                var text = await answer.Content.ReadAsStringAsync(patience.Token);
                var status = (int)answer.StatusCode;
                if (answer.IsSuccessStatusCode) return JsonNode.Parse(text)!;
                var problem = ProblemIn(text);
                // An error of a proxy does not say it.
                var isRetryable = (bool?)problem["retryable"] ?? (status == 429 || status >= 500);
                if (!isRetryable) throw RefusalOf(status, problem);
                wait = answer.Headers.RetryAfter?.Delta ?? wait;
            }
            catch (Exception cause) when (cause is HttpRequestException or JsonException or IOException
                || (cause is OperationCanceledException && !stop.IsCancellationRequested))
            {
                // Whether it arrived is not known: the same again finds out.
                trouble = cause;
            }
            if (DateTime.UtcNow + wait > deadline) throw new Unreachable($"no answer from {_base}", trouble);
            await Task.Delay(wait, stop);
        }
    }

    /// <summary>Before the token is shown; docs/integrate.md says how it is asked.</summary>
    private async Task ProveAsync(CancellationToken stop)
    {
        var secret = SHA256.HashData(Encoding.UTF8.GetBytes(_token));
        var challenge = Convert.ToHexString(RandomNumberGenerator.GetBytes(32)).ToLowerInvariant();
        using var request = new HttpRequestMessage(HttpMethod.Get, _base[..^"/v1".Length] + "/healthz");
        request.Headers.Add("X-Resit-Challenge", challenge);
        request.Headers.Add("X-Resit-Token-Mark", Keyed(secret, "resit token")[..32]);
        using var answer = await _http.SendAsync(request, stop);
        var proof = answer.Headers.TryGetValues("X-Resit-Proof", out var proofs) ? proofs.First() : "";
        var expected = Keyed(secret, $"resit till\n{new Uri(_base).Port}\n{challenge}");
        if (!CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(expected), Encoding.UTF8.GetBytes(proof)))
            throw new NotProven($"who answers at {_base} does not know this token");
    }

    private static string Keyed(byte[] secret, string text) =>
        Convert.ToHexString(HMACSHA256.HashData(secret, Encoding.UTF8.GetBytes(text))).ToLowerInvariant();

    private static StringContent JsonContentOf(JsonNode body)
    {
        var content = new StringContent(body.ToJsonString(), Encoding.UTF8);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        return content;
    }

    private static JsonObject ProblemIn(string text)
    {
        try
        {
            return JsonNode.Parse(text) as JsonObject ?? new JsonObject();
        }
        catch (JsonException)
        {
            return new JsonObject();
        }
    }

    private static Refused RefusalOf(int status, JsonNode problem) => status switch
    {
        401 or 403 => new NotAllowed(status, problem),
        404 => new NotFound(status, problem),
        409 => new Conflict(status, problem),
        422 => new Invalid(status, problem),
        _ => new Refused(status, problem),
    };

    /// <summary>
    /// The message of a webhook, once it is proven to come from your gateway. Remember the webhook-id: a delivery may
    /// repeat under the same one.
    /// </summary>
    /// <param name="header">Reads a header by its name; null where it is missing.</param>
    /// <param name="body">The bytes as they came.</param>
    /// <exception cref="BadSignature">It is not from your gateway, or it is old.</exception>
    public static JsonNode VerifyWebhook(string secret, Func<string, string?> header, byte[] body, int toleranceSeconds = 300)
    {
        var (id, timestamp) = (header("webhook-id") ?? "", header("webhook-timestamp") ?? "");
        var isNow = long.TryParse(timestamp, out var at)
            && Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - at) <= toleranceSeconds;
        if (!isNow) throw new BadSignature("the timestamp is missing or too far off");
        var key = Convert.FromBase64String(secret["whsec_".Length..]);
        byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. body];
        var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed)));
        foreach (var signature in (header("webhook-signature") ?? "").Split(' '))
            if (CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(signature)))
                return JsonNode.Parse(body)!;
        throw new BadSignature("the signature does not fit");
    }

    private string PathOf(JsonNode record) => $"{_base}/{record["FAMILY"]}/{record["KIND"]}";

    private static string Guid(JsonNode record) => (string)record["SALE_GUID"]!;

    private static string ActionOf(JsonNode record) => (string)record["NEXT_ACTION"]!["ACTION"]!;
}
