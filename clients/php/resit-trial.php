<?php

// What every client is tried with, against real gateways: test/clients/clients.long.test.ts starts them and this.

declare(strict_types=1);

require __DIR__ . '/resit.php';

use Resit\BadSignature;
use Resit\CannotStop;
use Resit\Client;
use Resit\Conflict;
use Resit\Invalid;
use Resit\NotAllowed;
use Resit\NotFound;
use Resit\NotProven;
use Resit\Unreachable;

use function Resit\verifyWebhook;

set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    // What the client silences, it looks at itself.
    if ((error_reporting() & $level) === 0) {
        return true;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});

function check(bool $holds, string $what): void
{
    if (!$holds) {
        throw new LogicException($what);
    }
}

function raised(string $type, callable $task): Throwable
{
    try {
        $task();
    } catch (Throwable $thrown) {
        check($thrown instanceof $type, "$type, not " . $thrown::class . ': ' . $thrown->getMessage());
        return $thrown;
    }
    throw new LogicException("$type was not thrown");
}

function done(string $name): void
{
    echo "ok $name\n";
}

if (getenv('RESIT_TRIAL') === false) {
    fwrite(STDERR, "test/clients/clients.long.test.ts starts this trial and sets RESIT_TRIAL; README.md has a first program.\n");
    exit(2);
}
$given = json_decode((string) getenv('RESIT_TRIAL'), true, 512, JSON_THROW_ON_ERROR);
$lossy = new Client($given['lossy_url'], $given['token']);
$idle = new Client($given['idle_url'], $given['idle_token']);
$sale = $given['sale'];

// The first answer is lost on the way, the second try is told to come later.
$record = $lossy->submit($sale);
check($lossy->submit($sale)['SALE_GUID'] === $record['SALE_GUID'], 'the same document');
done('a retry makes no second document');

$kept = [];
$keep = static function (array $document) use (&$kept): void {
    $kept[] = $document;
};
$keeping = new Client($given['idle_direct_url'], $given['idle_token'], keep: $keep);
$named = $keeping->submit(['SALE_CODE' => "{$sale['SALE_CODE']}-kept"] + $sale);
check($kept[0]['SALE_GUID'] === $named['SALE_GUID'], 'the GUID that was kept');
check($keeping->submit($kept[0])['SALE_GUID'] === $named['SALE_GUID'], 'the same document again');
done('a document is kept with its SALE_GUID before it is sent');

check($lossy->wait($record)['STATUS'] === 'Valid', 'valid');
done('the last word is waited for');

$invalid = raised(Invalid::class, fn () => $lossy->submit(['SALE_CODE' => 'x', 'LINES' => []] + $sale));
check($invalid->problem['errors'][0]['pointer'] === '/LINES', 'the pointer');
$conflict = raised(Conflict::class, fn () => $lossy->submit(['LINES' => [...$sale['LINES'], ...$sale['LINES']]] + $sale));
check($conflict->problem['code'] === 'business_key_reused', 'the code');
raised(NotFound::class, fn () => $lossy->status(['SALE_GUID' => '6f1c2a34-5b6d-4e7f-8a90-b1c2d3e4f5ff'] + $record));
raised(NotAllowed::class, fn () => (new Client($given['lossy_url'], 'rst_wrong'))->status($record));
raised(Unreachable::class, fn () => (new Client('http://127.0.0.1:9/v1', 'x', 0.1))->status($record));
done('errors are types');

$feed = $lossy->follow(0, 0);
check(in_array($record['SALE_GUID'], array_column($feed->current(), 'SALE_GUID'), true), 'in the feed');
check($lossy->follow($feed->key(), 0)->current() === [], 'nothing new');
done('the change feed goes on where it was');

check($lossy->checkTaxpayer('C25845632020', 'BRN', '201901234567')['valid'], 'a taxpayer');
check($lossy->checkTaxpayer('C25845632020', 'BRN', '201901234568')['response_msg'] !== '', 'no taxpayer');
done('a taxpayer is checked');

check($lossy->stop($record, 'Wrong goods')['STATUS'] === 'Cancelled', 'cancelled');
$waiting = $idle->submit($sale);
// The answer to this void is lost, too: the second try hears void_denied_locked.
check($idle->stop($waiting, 'Wrong goods')['STATUS'] === 'Voided', 'voided');
check($idle->stop($waiting, 'Wrong goods')['STATUS'] === 'Voided', 'voided still');
$receipt = $idle->submit(['SALE_CODE' => "{$sale['SALE_CODE']}-month", 'CONSOLIDATE' => true] + array_diff_key($sale, ['BUYER' => 0]));
raised(CannotStop::class, fn () => $idle->stop($receipt, 'Wrong goods'));
done('void or cancel by NEXT_ACTION');

$codes = [];
foreach ($idle->submitted($given['company_guid'], $given['from'], $given['to'], 'KLCC', pageSize: 1) as $each) {
    if (str_starts_with($each['SALE_CODE'], $sale['SALE_CODE'])) {
        $codes[] = $each['SALE_CODE'];
    }
}
check($codes === ["{$sale['SALE_CODE']}-kept", $sale['SALE_CODE'], "{$sale['SALE_CODE']}-month"], 'all pages');
done('all pages of a range are read');

['secret' => $secret, 'headers' => $headers, 'body' => $body] = $given['webhook'];
check(verifyWebhook($secret, $headers, $body)['data']['SALE_GUID'] === $given['webhook']['sale_guid'], 'the message');
raised(BadSignature::class, fn () => verifyWebhook($secret, $headers, "$body "));
raised(BadSignature::class, fn () => verifyWebhook($secret, ['webhook-timestamp' => '1700000000'] + $headers, $body));
raised(BadSignature::class, fn () => verifyWebhook($given['webhook']['other_secret'], $headers, $body));
done('webhooks are proven');

$proven = static fn (string $url, string $token): Client => new Client($given[$url], $token, 60.0, 'en', true);
check($proven('idle_direct_url', $given['idle_token'])->status($waiting)['STATUS'] === 'Voided', 'proven');
// What stands between the two listens on another port, and cannot have the proof made for that.
raised(NotProven::class, fn () => $proven('lossy_url', $given['token'])->status($record));
raised(NotProven::class, fn () => $proven('idle_direct_url', 'rst_wrong')->status($waiting));
$nobody = new Client('http://127.0.0.1:9/v1', 'x', 0.1, 'en', true);
raised(Unreachable::class, fn () => $nobody->status($record));
done('the gateway proves itself before it sees the token');
