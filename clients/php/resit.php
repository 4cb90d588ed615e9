<?php

declare(strict_types=1);

/**
 * Resit for tills, PHP 8.1 or newer without extensions or packages. Copy this file.
 *
 * Every call may be repeated: a document is known by its SALE_GUID or business key, so a retry after a time-out cannot
 * make a second one.
 */

namespace Resit;

/** Anything that this client throws. */
class ResitError extends \RuntimeException
{
}

/** There was no answer, or only that it cannot now, for as long as the client is patient. Ask again later: nothing is lost. */
final class Unreachable extends ResitError
{
}

/** The program that answers there is not the gateway this token belongs to; the token was not shown. */
final class NotProven extends ResitError
{
}

/** This webhook is not from your gateway, or it is old. */
final class BadSignature extends ResitError
{
}

/** The time is over before the last word. The gateway goes on by itself; ask again later. */
final class NotFinal extends ResitError
{
    public function __construct(public readonly array $record)
    {
        parent::__construct("{$record['DOCUMENT_NUMBER']} is still {$record['STATUS']}");
    }
}

/** Neither a void nor a cancellation is possible: $record['NEXT_ACTION'] says what is. */
final class CannotStop extends ResitError
{
    public function __construct(public readonly array $record)
    {
        parent::__construct($record['NEXT_ACTION']['REASON']);
    }
}

/** The gateway says no, and will again. $problem['code'] is stable. */
class Refused extends ResitError
{
    public function __construct(public readonly array $problem)
    {
        parent::__construct($problem['detail'] ?? "HTTP {$problem['status']}");
    }
}

/** 401, 403: the token is wrong or may not do this. */
final class NotAllowed extends Refused
{
}

/** 404: no such record, as far as this token sees. */
final class NotFound extends Refused
{
}

/** 409: the record is in no state for this; see $problem['record']. */
final class Conflict extends Refused
{
}

/** 422: mend the fields that $problem['errors'] point at. */
final class Invalid extends Refused
{
}

/** A gateway as one till sees it. */
final class Client
{
    private const FINAL = ['Valid', 'Invalid', 'Cancelled', 'Voided'];
    private readonly string $base;
    private readonly string $operator;

    /**
     * @param string $baseUrl ends in /v1
     * @param float $patienceSeconds how long a call is tried again without an answer
     * @param string $language en, ms or zh
     * @param bool $proven shows the token only to a gateway that has just proven, on this very port, that it knows it
     * @param \Closure|null $keep stores a document, its SALE_GUID in it, before its first byte leaves: after a restart hand
     *   what was stored and not answered to submit, oldest first
     */
    public function __construct(
        string $baseUrl,
        private readonly string $token,
        private readonly float $patienceSeconds = 60.0,
        private readonly string $language = 'en',
        private readonly bool $proven = false,
        private readonly ?\Closure $keep = null,
    ) {
        $this->base = rtrim($baseUrl, '/');
        $this->operator = substr($this->base, 0, -strlen('/v1')) . '/operator/v1';
    }

    /**
     * Hands in a document; returns the record. Safe to repeat with the same document.
     * @param int $waitSeconds up to 20: waits that long for the last word, so that a receipt can carry its QR code
     */
    public function submit(array $document, string $kind = 'invoice', string $family = 'sale', int $waitSeconds = 0): array
    {
        if ($this->keep !== null) {
            $document['SALE_GUID'] ??= self::newGuid();
            ($this->keep)($document);
        }
        $headers = $waitSeconds > 0 ? ["Prefer: wait=$waitSeconds"] : [];
        return $this->call('POST', "{$this->base}/$family/{$kind}_submission", $document, $headers, $waitSeconds);
    }

    /** The record as it is now. */
    public function status(array $record): array
    {
        $url = "{$this->base}/{$record['FAMILY']}/{$record['KIND']}_checkstatus/by_guid";
        return $this->call('GET', $url, null, ["sale_guid: {$record['SALE_GUID']}"]);
    }

    /** Whether the three name one taxpayer: ['valid' => …, 'response_msg' => why not]. For new customers, not for every sale. */
    public function checkTaxpayer(string $tin, string $idType, string $idNumber): array
    {
        $body = ['customer_tin' => $tin, 'customer_idtype' => $idType, 'customer_idnum' => $idNumber];
        return $this->call('POST', "{$this->base}/taxauth/tin_validation", $body);
    }

    /**
     * Record after record of what was submitted on some days, both included, through all pages.
     * @param string $from like 2026-11-20
     */
    public function submitted(
        string $companyGuid,
        string $from,
        string $to,
        ?string $outlet = null,
        string $kind = 'invoice',
        string $family = 'sale',
        int $pageSize = 25,
    ): \Generator {
        $headers = ["company_guid: $companyGuid", "submission_from: $from", "submission_to: $to"];
        if ($outlet !== null) {
            $headers[] = 'outlet_name: ' . rawurlencode($outlet);
        }
        $next = "/v1/$family/{$kind}_checkstatus/by_submission?page_size=$pageSize";
        while ($next !== null) {
            $page = $this->call('GET', substr($this->base, 0, -strlen('/v1')) . $next, null, $headers);
            foreach ($page['items'] as $record) {
                yield $record;
            }
            $next = $page['paging']['next'];
        }
    }

    private static function newGuid(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr((ord($bytes[6]) & 0x0f) | 0x40);
        $bytes[8] = chr((ord($bytes[8]) & 0x3f) | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    /**
     * The record once its STATUS is final, or $fits says so.
     * @throws NotFinal where the time is over
     */
    public function wait(array $record, float $timeoutSeconds = 60.0, ?callable $fits = null): array
    {
        $fits ??= fn (array $now): bool => in_array($now['STATUS'], self::FINAL, true);
        $deadline = microtime(true) + $timeoutSeconds;
        // The place is taken before the look, so that nothing falls between the two.
        $place = $this->changes(null)['next'];
        $record = $this->status($record);
        while (!$fits($record)) {
            $left = $deadline - microtime(true);
            if ($left <= 0) {
                throw new NotFinal($record);
            }
            $news = $this->changes($place, (int) min(25, max(1, $left)));
            $place = $news['next'];
            foreach ($news['items'] as $changed) {
                if ($changed['SALE_GUID'] === $record['SALE_GUID']) {
                    $record = $changed;
                }
            }
        }
        return $record;
    }

    /**
     * ['items' => records that changed after that place, 'next' => the place to go on from].
     * @param int|null $after null for from now on, 0 for everything
     */
    public function changes(?int $after, int $waitSeconds = 0): array
    {
        $query = http_build_query(['wait' => $waitSeconds] + ($after === null ? [] : ['after' => $after]));
        return $this->call('GET', "{$this->operator}/changes?$query", null, [], $waitSeconds);
    }

    /**
     * Batch after batch of what changed, for ever: place => records. Store the place when you have stored its records,
     * and begin there after a restart: a record may come twice, none is left out.
     */
    public function follow(int $after, int $waitSeconds = 25): \Generator
    {
        for (;;) {
            $news = $this->changes($after, $waitSeconds);
            $after = $news['next'];
            yield $after => $news['items'];
        }
    }

    /**
     * Voids or cancels, whichever the record's NEXT_ACTION says; returns the record, Voided or Cancelled. If the answer to a
     * void was lost, the second try is refused with void_denied_locked: the record is Voided then, which is a success.
     * @throws CannotStop where it takes a note or a person
     * @throws NotFinal where the time is over
     */
    public function stop(array $record, string $reason, float $timeoutSeconds = 60.0): array
    {
        $deadline = microtime(true) + $timeoutSeconds;
        $record = $this->status($record);
        for (;;) {
            $action = $record['NEXT_ACTION']['ACTION'];
            if ($action === 'none') {
                return $record;
            }
            if (!in_array($action, ['void', 'cancel', 'wait'], true) || ($action === 'wait' && $record['CONSOLIDATED'])) {
                throw new CannotStop($record);
            }
            if (microtime(true) > $deadline) {
                throw new NotFinal($record);
            }
            $record = $this->tryToStop($record, $action, $reason);
            if ($record['NEXT_ACTION']['ACTION'] === 'wait' && !$record['CONSOLIDATED']) {
                $fits = fn (array $now): bool => $now['NEXT_ACTION']['ACTION'] !== 'wait';
                $record = $this->wait($record, $deadline - microtime(true), $fits);
            }
        }
    }

    private function tryToStop(array $record, string $action, string $reason): array
    {
        $url = "{$this->base}/{$record['FAMILY']}/{$record['KIND']}";
        $body = ['SALE_GUID' => $record['SALE_GUID']];
        try {
            return match ($action) {
                'void' => $this->call('POST', "{$url}_void/by_sale_guid", $body),
                'cancel' => $this->call('POST', "{$url}_cancellation", $body + ['REASON' => $reason]),
                default => $record,
            };
        } catch (Conflict $refusal) {
            // Between the look and the call it went on: look again, unless the authority itself said no.
            if (!isset($refusal->problem['record']) || $refusal->problem['code'] === 'cancel_refused') {
                throw $refusal;
            }
            return $refusal->problem['record'];
        }
    }

    /** Tries until there is an answer that counts: 2xx, or a refusal that stays one. Pauses of 2, 4, 8 … 60 s, or Retry-After. */
    private function call(string $method, string $url, ?array $body = null, array $headers = [], int $extraSeconds = 0): array
    {
        $deadline = microtime(true) + $this->patienceSeconds;
        for ($pause = 2.0;; $pause = min($pause * 2, 60.0)) {
            [$status, $answer, $retryAfter] = $this->proves()
                ? $this->once($method, $url, $body, $headers, $extraSeconds)
                : [0, null, null];
            if ($status >= 200 && $status < 300 && is_array($answer)) {
                return $answer;
            }
            // An error of a proxy does not say it.
            $retryable = $answer['retryable'] ?? ($status === 429 || $status >= 500);
            if ($status >= 300 && !$retryable) {
                $problem = ['status' => $status] + (is_array($answer) ? $answer : []) + ['code' => 'unknown'];
                throw match ($status) {
                    401, 403 => new NotAllowed($problem),
                    404 => new NotFound($problem),
                    409 => new Conflict($problem),
                    422 => new Invalid($problem),
                    default => new Refused($problem),
                };
            }
            // Whether it arrived is not known: the same again finds out.
            $wait = $retryAfter ?? $pause;
            if (microtime(true) + $wait > $deadline) {
                throw new Unreachable("no answer from {$this->base}" . ($status > 0 ? ": HTTP $status" : ''));
            }
            usleep((int) ($wait * 1_000_000));
        }
    }

    /** @return array{int, mixed, float|null} status, 0 where nothing came; the answer; how long to wait, if it says so */
    private function once(string $method, string $url, ?array $body, array $headers, int $extraSeconds): array
    {
        $lines = ["Authorization: Bearer {$this->token}", "Accept-Language: {$this->language}", ...$headers];
        $content = [];
        if ($body !== null) {
            $lines[] = 'Content-Type: application/json';
            $content = ['content' => json_encode($body, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION)];
        }
        [$status, $told, $text] = self::fetch($url, $lines, 30 + $extraSeconds, ['method' => $method] + $content);
        $retryAfter = preg_match('~^\d+$~', $told['retry-after'] ?? '') === 1 ? (float) $told['retry-after'] : null;
        return [$status, json_decode($text, true), $retryAfter];
    }

    /** @return array{int, array<string, string>, string} status, 0 where nothing came; headers in small letters; body */
    private static function fetch(string $url, array $lines, int $seconds, array $more = []): array
    {
        $http = $more + ['ignore_errors' => true, 'follow_location' => 0, 'timeout' => $seconds];
        $context = stream_context_create(['http' => $http + ['header' => $lines, 'protocol_version' => 1.1]]);
        $stream = @fopen($url, 'r', false, $context);
        if ($stream === false) {
            return [0, [], ''];
        }
        $meta = stream_get_meta_data($stream)['wrapper_data'] ?? [];
        $text = (string) stream_get_contents($stream);
        fclose($stream);
        $status = preg_match('~^HTTP/\S+ (\d{3})~', $meta[0] ?? '', $match) === 1 ? (int) $match[1] : 0;
        $headers = [];
        foreach (array_slice($meta, 1) as $line) {
            [$name, $value] = explode(':', $line, 2) + ['', ''];
            $headers[strtolower($name)] = trim($value);
        }
        return [$status, $headers, $text];
    }

    /**
     * Whether the token may be shown; docs/integrate.md says how that is asked. False without an answer.
     * @throws NotProven if another program does
     */
    private function proves(): bool
    {
        if (!$this->proven) {
            return true;
        }
        $secret = hash('sha256', $this->token, true);
        $challenge = bin2hex(random_bytes(32));
        $mark = substr(hash_hmac('sha256', 'resit token', $secret), 0, 32);
        $url = substr($this->base, 0, -strlen('/v1')) . '/healthz';
        [$status, $told] = self::fetch($url, ["X-Resit-Challenge: $challenge", "X-Resit-Token-Mark: $mark"], 30);
        if ($status === 0) {
            return false;
        }
        $port = parse_url($url, PHP_URL_PORT) ?? (str_starts_with($url, 'https:') ? 443 : 80);
        if (!hash_equals(hash_hmac('sha256', "resit till\n$port\n$challenge", $secret), $told['x-resit-proof'] ?? '')) {
            throw new NotProven("who answers at {$this->base} does not know this token");
        }
        return true;
    }
}

/**
 * The message of a webhook, once it is proven to come from your gateway. Remember the webhook-id: a delivery may repeat.
 * @param array<string, string> $headers by name, in any case: getallheaders()
 * @param string $body as it came: file_get_contents('php://input')
 * @throws BadSignature
 */
function verifyWebhook(string $secret, array $headers, string $body, int $toleranceSeconds = 300, ?int $now = null): array
{
    $headers = array_change_key_case($headers);
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > $toleranceSeconds) {
        throw new BadSignature('the timestamp is missing or too far off');
    }
    $key = (string) base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new BadSignature('the signature does not fit');
}
