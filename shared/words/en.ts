import type { GatewayWords } from './words.ts'

export const en: GatewayWords = {
  fault: {
    malformed_json: 'The body is not one JSON object. Send the document as JSON.',
    bad_encoding: 'The body is not valid UTF-8 text. Send it as UTF-8 without broken characters.',
    duplicate_key: 'The field {{key}} appears twice in one object. Send each field once.',
    too_deep: 'The body is nested too deeply or has too many parts. Send only the fields of the document.',
    bad_header:
      'The header {{header}} is missing, repeated or not in its form. Send it exactly once; /docs shows the form.',
    bad_date: 'The header {{header}} is not a calendar day. Write it as YYYY-MM-DD.',
    range_reversed: 'submission_from is after submission_to. Swap the two days.',
    bad_cursor: 'This page link is damaged or belongs to another request. Start again from the first page.',
    bad_request_target: 'The request names a whole address instead of a path. Send the path only.',
    bad_query: 'The query parameter {{parameter}} is unknown, repeated or not in its form. /docs shows the form.',
    unauthorized:
      'The token is missing, wrong or revoked. Ask the owner for a token and send it as “Authorization: Bearer …”.',
    insufficient_scope:
      'This token may not do that: it lacks the scope {{scope}}. Ask the owner for a token that has it.',
    origin_not_allowed:
      'Pages of this address may not call Resit. The person who looks after the computer can allow it with RESIT_ALLOWED_ORIGINS.',
    no_validation_link:
      'This document has no validation link of its own: only a valid one has, if it is in no consolidated e-invoice. This one is {{status}}. NEXT_ACTION says what comes next.',
    route_not_found: 'There is nothing at this path. See /docs for the paths there are.',
    record_not_found:
      'No document of this kind is kept here under that name. Check the GUID or the five parts of the sale code.',
    company_not_found: 'This company is not set up here. Check its GUID or code, or import it.',
    webhook_not_found: 'There is no such webhook, or no such delivery of it. Look at the list of webhooks.',
    taxpayer_not_found: 'MyInvois knows no taxpayer with this number. Check the type and the number with the customer.',
    method_not_allowed: 'This path does not take that method. Allowed: {{methods}}.',
    sale_guid_reused:
      'Another document has this SALE_GUID. If it is the same sale, it is kept already: do not sell it again. Only a different sale takes a new SALE_GUID.',
    business_key_reused:
      'Another document of this kind has this sale code. If it is the same sale, it is kept already: do not sell it again. Only a different sale takes the next sale code.',
    document_number_reused: 'The document number {{number}} is already used. Choose another or leave it out.',
    record_voided: 'This sale was voided and will not be sent. To sell it again, submit it with a new SALE_GUID.',
    record_cancelled: 'This document was cancelled. Submit a new document with a new SALE_GUID and sale code.',
    record_closed:
      'A supervisor closed this refused document: it is not corrected any more. Sell it again with a new SALE_GUID and sale code.',
    shift_closed: 'This shift is closed already. Its report can be printed again.',
    shift_close_denied:
      '{{remainders}} documents of this shift must be resolved before closing, or the owner must confirm what is kept here. Resolve them, or close with open items and say why.',
    reconciliation_running: 'A comparison of this company is running. Wait until it is done, or stop it.',
    record_changed:
      'This document has changed since you looked at it, so nothing was done. Look at it as it is now and decide again.',
    taxpayer_ambiguous: 'More than one taxpayer has this number. Ask the customer for the TIN itself.',
    void_denied_valid: 'It is valid at MyInvois and cannot be voided. Cancel it within its period, or issue a note.',
    void_denied_in_progress:
      'It is on its way to MyInvois and cannot be voided any more. Wait for the answer, then cancel.',
    void_denied_locked: 'It is voided already. Nothing is left to do.',
    void_denied_consolidated:
      'It is part of consolidated processing and cannot be voided. Issue a refund note instead.',
    void_denied_cancelled: 'It is cancelled at MyInvois already. Nothing is left to do.',
    void_denied_invalid: 'MyInvois refused it, so there is nothing to void. Correct it, or let a supervisor close it.',
    cancel_denied_status: 'Only a valid document can be cancelled, and this one is not. Check its status.',
    cancel_denied_period: 'The time for cancelling is over. Issue a credit, debit or refund note instead.',
    cancel_denied_referenced: 'Another active document refers to it. Cancel or void that one first.',
    cancel_denied_consolidated: 'A consolidated e-invoice cannot be cancelled here. Issue a note instead.',
    cancel_refused: 'MyInvois refused the cancellation: {{reason}}',
    look_up_denied_status: 'Nothing is in doubt about this document, so there is nothing to look up.',
    resolution_denied_status: 'This document is not in conflict, so it needs no decision. Look at it as it is now.',
    resolution_denied_found: 'MyInvois has this document after all, so it was not touched. Settle it as “It is there”.',
    resolution_denied_not_found:
      'MyInvois does not show this document under this number and UUID. Check the UUID on its portal, or try again later.',
    resolution_denied_quarantine: 'The document may still arrive at MyInvois. Decide after {{until}}.',
    release_denied_status:
      'Only a document that could not be made ready for MyInvois is tried again. Check its status.',
    closure_denied_status:
      'Only a document that MyInvois refused, and that was sold individually, can be closed. Check its status.',
    conversion_denied_status: 'Only a receipt that waits for consolidation can become an e-invoice of its own.',
    conversion_denied_period:
      'The month of this sale is over: the buyer can no longer ask for an e-invoice of their own. It stays in the consolidated e-invoice.',
    conversion_denied_consolidated:
      'It is part of a consolidated e-invoice already. Issue a refund note on it, then a new sale with the buyer.',
    conversion_denied_refunded: 'This receipt was refunded in full: there is nothing left to issue an e-invoice for.',
    consolidation_running: 'A consolidation of this company is running. Wait until it is done.',
    resend_denied_status:
      'Only a document that MyInvois refused, and that was sold individually, can be sent again as it is. Check its status.',
    correction_denied_status:
      'Only a document that MyInvois refused, and that was sold individually, can be corrected. Check its status.',
    mail_denied: 'The e-mail was not accepted.',
    installation_denied: 'Practice, MyInvois test and live cannot be changed here now. Open “Go live” in the settings.',
    body_too_large: 'The body is larger than {{limit}}. Send a smaller document.',
    unsupported_media_type: 'Send the body as “Content-Type: application/json”, in UTF-8 and not compressed.',
    host_not_allowed: 'Call Resit as 127.0.0.1 or localhost with its port.',
    validation_failed: 'The body has {{count}} faults. Fix what the list names and send it again; nothing was kept.',
    too_many_requests: 'Too many requests. Wait {{seconds}} seconds and try again.',
    internal_error:
      'Something went wrong in Resit. Send the same request again; if it stays, give support the request id.',
    storage_unavailable: 'Resit cannot write to its disk now. Nothing was kept; send the same request again.',
    authority_unavailable: 'MyInvois cannot be reached now. Try again later.',
  },
  finding: {
    required: 'Required',
    wrong_code: 'This code is wrong or has expired. Type the code that the owner gave you, or ask for another.',
    code_needed: 'This person has no PIN yet. Choose one with the one-time code from the owner.',
    pin_closed:
      'The PIN was wrong ten times here. Ask the owner for a one-time code for a new PIN (Settings, People), or the person who looks after this computer.',
    pin_of_elsewhere:
      'This PIN was chosen on another computer and cannot be checked on this one. Ask an owner, or the person who looks after this computer, for a one-time code for a new PIN.',
    pin_not_own:
      'Only a cashier can be given a PIN by another person. Leave it out: the answer has a one-time code with which the person chooses one.',
    unknown_field:
      'This field is not known here. Check its spelling; what a submission carries for you alone goes under EXTRA.',
    wrong_type: 'This value has the wrong type.',
    too_long: 'This value is too long: its limit is {{most}}.',
    too_short: 'This value is empty.',
    too_many: 'There are too many of these.',
    bad_guid: 'This is not a GUID. Write 8-4-4-4-12 hexadecimal digits.',
    bad_text:
      'This text has invisible characters, spaces at its ends, or accents that are not one character each (Unicode NFC).',
    control_characters: 'This text has control characters, or the line separators U+2028 or U+2029.',
    bad_instant: 'This is not a time. Write it like 2026-11-20T12:05:06+08:00.',
    bad_day: 'This is not a calendar day. Write it as YYYY-MM-DD.',
    bad_time_zone: 'This is not a time zone. Write its IANA name, like Asia/Kuala_Lumpur.',
    bad_quiet_hours: 'Write two times of day, like 22:00-07:00.',
    bad_logo: 'The logo must be a whole PNG or JPEG of at most 100 KB.',
    bad_tin: 'This is not a TIN. Write letters and digits like C1234567890, 14 at most.',
    tin_leading_zero:
      'MyInvois leaves out zeros after the letters of a TIN (C01234567890 is C1234567890). Leave them out.',
    tin_old_prefix: 'OG and SG are prefixes of old tax numbers. Write IG in their place (OG12345678 is IG12345678).',
    bad_id_number: 'This is not a number of type {{type}}.',
    both_numbers: 'Write the new number alone, the 12 digits without the old number in brackets.',
    bad_phone: 'This is not a telephone number: 8 to 20 characters, digits only, with + in front if wanted.',
    bad_email: 'This is not an e-mail address.',
    bad_registration_number: 'This registration number has the wrong form. Write NA if there is none.',
    bad_postcode: 'A Malaysian postcode has five digits.',
    bad_uuid: 'The MyInvois number of a document has 26 letters and digits; write NA for one from before e-invoices.',
    not_an_amount: 'This is not a number. Type it like 12.50.',
    too_many_places: 'This number has too many decimal places.',
    negative: 'This number may not be negative.',
    out_of_range: 'This number is out of range.',
    not_listed: 'This value is not one of those allowed: {{allowed}}.',
    reserved: '{{word}} is kept for Resit’s own documents. Choose another.',
    unknown_document: 'The practice MyInvois has no such document. Take AUTHORITY.UUID of a record that is valid.',
    unknown_code: 'The code {{code}} is not in the list. Take one from the reference codes.',
    obsolete_code: 'The code {{code}} is no longer in use. Take a current one from the reference codes.',
    differs_from_kept:
      'Here the document differs from the one that is kept. To repeat that one, send the same document again.',
    company_unknown: 'No company with this code is set up here. The owner adds it in Settings.',
    in_future: 'This time is in the future. Check the clock of the till.',
    before_e_invoicing: 'This time is before 1 August 2024, when e-invoicing began. Check the clock of the till.',
    amount_differs: 'This amount should be {{expected}}, give or take 0.01.',
    total_differs: 'This total should be {{expected}}.',
    becomes_negative: 'With this, the amount becomes {{expected}}. It may not be negative.',
    total_negative:
      'Together the lines come to {{expected}}: more is taken back than sold. Refund the money with a refund note.',
    payable_zero:
      'MyInvois does not accept a document with nothing to pay. An even exchange or a free receipt needs no document; to return money, use a refund note.',
    payments_differ:
      'These payments should come to {{expected}}, which is the bill. Tendered cash and change are not payments.',
    prepaid_on_note: 'What was paid before belongs to the invoice. Leave PREPAID out of a note.',
    nothing_to_spread: 'The lines add up to zero or less, so this amount cannot be shared out among them.',
    line_id_repeated: 'Another line has this LINE_ID. Give each line its own, or leave it out.',
    rate_required: 'A currency other than MYR needs its exchange rate to MYR.',
    tax_not_applicable: 'Type 06 means that no tax applies. Leave this out, or give the type of the tax.',
    tax_rate_required: 'Give the tax’s RATE, or PER_UNIT_AMOUNT with QUANTITY and UNIT_CODE.',
    exemption_reason_required: 'A tax exemption needs its reason.',
    one_of_two: 'Give one of the two, not both.',
    period_reversed: 'The period ends before it begins.',
    buyer_required: 'The buyer is missing. Give the buyer, or set CONSOLIDATE for a sale to the general public.',
    buyer_not_allowed: 'A sale to be consolidated has no buyer. Leave out BUYER or CONSOLIDATE.',
    state_not_allowed: 'State 17 is only for addresses outside Malaysia. Take the state’s own code.',
    general_tin_needs_consolidated_class:
      'The general public without a number is only allowed with classification 004.',
    class_of_nobody:
      'Classification 004 is for consolidated e-invoices, which name no buyer. Give what was sold its own classification, or use CONSOLIDATE without BUYER.',
    general_tin_not_individual:
      'This general TIN is only for Malaysians with an identity card. Give the buyer’s own TIN, or the general TIN that fits.',
    general_tin_not_buyer:
      'This general TIN stands for a supplier from abroad. Give the buyer’s own TIN; EI00000000020 is for a buyer from abroad.',
    general_tin_not_supplier:
      'This general TIN stands for a buyer from abroad. Give the supplier’s own TIN; EI00000000030 is for a supplier from abroad.',
    general_tin_not_own: 'A general TIN stands for no one in particular. Give the company’s own TIN.',
    consolidation_not_allowed: 'This kind of document cannot be consolidated.',
    consolidation_limit: 'Over RM {{limit}} a sale needs an e-invoice of its own. Ask for the buyer’s details.',
    consolidation_activity:
      'A business of activity {{msic}} must issue an e-invoice for every sale. Ask for the buyer’s details.',
    original_unknown:
      'The document this note refers to is not kept here. Check its GUID, or give number and MyInvois UUID.',
    original_voided: 'The document this note refers to was voided.',
    original_cancelled: 'The document this note refers to was cancelled.',
    original_repeated: 'This document is named twice.',
    refund_over_original:
      'Only {{left}} is left to refund: earlier refunds are subtracted, debit notes are added. Refund that at most.',
    credit_over_original:
      'This comes to more than what it refers to, debit notes included: that is {{left}}. Credit that at most.',
    original_itself:
      'This is the note itself, or refers to it: each would wait for the other. Name the document it corrects.',
    document_too_large:
      'The finished document would have {{kilobytes}} KB, and MyInvois takes 300 KB at most. Put equal items into one line, or submit {{parts}} sales with at most {{lines}} lines each. Each has its own SALE_CODE, its own totals and its part of the bill’s discounts, and becomes an e-invoice of its own.',
    code_taken: 'Another company has this code. Choose another code, or import under that company’s GUID.',
    official_code:
      '{{code}} is a code of the official list and is never replaced. Add only codes that the list does not have.',
    mapped_twice: '{{code}} is in this table already. Remove that row first.',
    file_exists: 'This file exists already, and a copy never takes the place of a file. Choose another name.',
    file_no_room: 'There is no room for it there. Make room, or name a file on another disk.',
    folder_missing: 'There is no such folder yet. Check the name, or press Save again to make the folder.',
    file_not_written:
      'Nothing could be written there. Choose a folder that exists and can be written to, and look whether its drive is plugged in.',
    file_missing:
      'There is no such file on this computer. Check how it is written, and whether the drive is plugged in.',
    backup_by_server:
      'At a head office the database server makes the backups, and no file is written here. Ask the person who looks after that server.',
    disclosure_over: 'The programme of voluntary disclosure ended on 31 December 2027. Leave this out.',
    bad_on_behalf_of: 'Write company or company:brn, or the TIN of the taxpayer the client acts for, or TIN:BRN.',
    bad_certificate: 'This is not a certificate file. Give a PKCS#12 file (.p12 or .pfx).',
    wrong_certificate_password: 'The certificate file cannot be opened with this password.',
    certificate_without_key: 'The certificate file has no private key that fits. Export the certificate with its key.',
    unsupported_certificate:
      'The key is not RSA, or the file is protected in a way that cannot be opened here. Export it again.',
    bad_pin: 'A PIN has 4 to 12 digits and nothing else, that of a supervisor or an owner at least 6.',
    weak_pin: 'This PIN is easy to guess. Not a date such as a birthday, not a pattern such as 123456.',
    wrong_pin: 'This PIN is not right. Try again.',
    wrong_setup_code:
      'This is not the set-up code. Each start of Resit shows a new one: read the newest in the window (terminal) in which Resit was started, or in the log of its service.',
    bad_name: 'A name may not have a colon in it.',
    name_taken: 'Someone here has this name already, perhaps from before. Add something that tells the two apart.',
    unknown_person: 'No one with this name can sign in here. Pick a name from the list.',
    last_owner: 'This is the only owner. Make someone else an owner first.',
    may_not_approve: 'This person may not approve it. Ask a supervisor or the owner.',
    owner_sees_all: 'An owner sees every outlet. Choose another role, or no outlets.',
    record_changed: 'The document has changed since it was looked at. Look at it again before approving.',
    bad_webhook_url:
      'The address must be https, or http to this machine, without user name, password, query or fragment.',
    webhook_elsewhere: 'In practice mode nothing leaves this machine. Give an address on 127.0.0.1.',
    webhook_inside:
      'This address leads into a private network or to no server. Give a public address. With RESIT_WEBHOOK_PRIVATE=allow private ones are taken too.',
    admin_of_one_company: '“admin” opens every company. Leave the company out, or leave “admin” out.',
    and_more: 'And {{count}} more. Correct these first and send it again.',
  },
  nextAction: {
    not_sent: 'Not sent yet: it can still be voided.',
    made_of_receipts: 'Made of receipts: it is sent to MyInvois automatically.',
    waits_for_consolidation: 'Kept for the consolidated e-invoice: nothing to do until it is made.',
    in_progress: 'Sent to MyInvois: its answer comes automatically.',
    in_doubt: 'It may have been sent, and no answer came: we are checking. Do not enter it again.',
    conflict: 'It cannot be settled automatically: a supervisor has to look at it.',
    cancellation_running: 'The cancellation is under way: wait for the answer.',
    invalid: 'MyInvois refused it: correct it and submit it again.',
    invalid_consolidated: 'MyInvois refused it: a supervisor corrects it with the next consolidation.',
    invalid_closed: 'Refused by MyInvois and closed by a supervisor: nothing is left to do.',
    invalid_made_of_receipts:
      'MyInvois refused it: its receipts wait again. Correct what MyInvois says, then a supervisor consolidates them again.',
    valid_in_window: 'Valid: it can still be cancelled.',
    valid_window_over: 'Valid and past the time for cancelling: issue a credit, debit or refund note.',
    valid_referred_to:
      'Valid. There is a note on it, so it cannot be cancelled alone: make another note, or cancel that note first.',
    valid_made_of_receipts: 'Valid, made of receipts: issue a note on the receipt for any change.',
    valid_consolidated: 'Valid as part of a consolidated e-invoice: issue a note for any change.',
    voided: 'Voided: nothing is left to do.',
    nothing_to_declare: 'It comes to nothing, so consolidation closed it: there is nothing to declare.',
    cancelled: 'Cancelled: nothing is left to do.',
  },
  attention: {
    in_doubt_expired:
      'It was sent, no answer came and it cannot be found. A supervisor has to check on the MyInvois portal.',
    conflict: 'MyInvois has a different document under this number. A supervisor has to compare them.',
    buyer_differs:
      'This note names another party than the document it refers to. Check it with the customer; void or cancel it if it is wrong.',
    cannot_be_sent: 'It cannot be made into a document for MyInvois. A supervisor has to look at it.',
    waits_for_original: 'It waits until the document it refers to is valid, then goes on automatically.',
    waits_for_consolidation:
      'It is settled with its receipt at the next consolidation: nothing to do. If it was made by mistake, void it.',
    original_not_valid: 'The document it refers to will not become valid. Void it.',
    rejection_requested: 'The buyer asked for it to be rejected. A supervisor can cancel it within its period.',
    company_not_ready:
      'Documents of this company cannot be sent. The owner has to check how it signs in at MyInvois, and its certificate.',
    clock_wrong: 'The clock of this computer is wrong, so nothing is sent. Set the clock.',
    consolidation_overdue: 'Its consolidated e-invoice is overdue. A supervisor has to run the consolidation.',
    sending_paused: 'Sending is paused by a supervisor. It is sent when a supervisor resumes sending.',
  },
  taxpayer: {
    mismatch: 'TIN, type and number do not match. Check them with the customer.',
    general: 'This is a general TIN: it identifies no one, so there is nothing to validate.',
    malformed: 'MyInvois does not understand this TIN or number. Check how they are written.',
  },
  status: {
    owner_pin_needed:
      'An owner has to confirm this with the PIN. On the screens it is asked for; a program sends it in the header X-Owner-Pin, and the owner’s name in X-Owner.',
    storage_failing:
      'The disk of this computer reports errors, so nothing new is kept now. Send the same request again in a moment; if it stays, have the disk checked.',
    storage_unreachable:
      'The database server does not answer, so nothing new is kept now. Send the same request again in a moment; if it stays, check that the server is running and can be reached.',
    storage_full:
      'The disk that keeps the documents is full, so nothing new is kept. Make room on it, then send the same request again.',
    storage_read_only:
      'The database takes no writes, so nothing new is kept and nothing is sent. Check its folder and its disk, at a head office the database server; Resit then goes on by itself.',
    storage_busy:
      'The database was not free, so nothing was kept: another program holds it, or this computer is short of memory. Send the same request again; keep backup and antivirus programs away from the data folder.',
    body_damaged:
      'What the till sent of this sale is damaged on this computer, so this cannot be done with it; every other sale goes on. Keep a copy of the database, have the disk checked, then restore the copy (“Settings › Backup and export”).',
    other_network_name:
      'Call the head office by a name that its certificate is for and that it was told to answer to, with its port.',
    storage_sound:
      'The database takes sales. The proof under “Settings › For your software provider” checks that nothing in it was changed or lost; sales go on meanwhile.',
    queue_empty: 'Nothing waits to be sent.',
    queue_waiting: '{{count}} documents wait to be sent, the oldest since {{since}}.',
    nobody_needed: 'No document needs attention.',
    copy_kept: 'The database is copied to {{folder}}: as of {{copied}}, last full backup {{backup}}.',
    copy_stuck:
      'The database cannot be copied to {{folder}} ({{problem}}); the copy is as of {{copied}}. Check that the folder is there and has room.',
    journal_sound: 'The journal agrees with the database: {{lines}} lines, fingerprint {{code}}.',
    authority_reached: 'MyInvois answers for {{company}}.',
    authority_unreachable:
      'MyInvois does not answer for {{company}}. Check that this computer has internet. Documents are kept and sent when it answers.',
    proxy_silent: 'The proxy {{proxy}} does not answer. Check HTTPS_PROXY and the network.',
    proxy_refused:
      'The proxy {{proxy}} lets nothing out (status {{status}}). After 407, check the user and the password in HTTPS_PROXY; after another status, ask who looks after the proxy.',
    proxy_unreadable: '{{variable}} is not the address of a proxy. Write it like http://proxy.example:8080.',
    credentials_missing:
      '{{company}} cannot sign in at MyInvois. Set its MyInvois access under “Settings › Companies”.',
    credentials_refused:
      'MyInvois accepts neither client ID nor client secret of {{company}}, or they have expired. Set two that match under “Settings › Companies”.',
    credentials_of:
      'The MyInvois access of {{company}} belongs to the taxpayer {{other}}, but its own TIN is {{tin}}. Nothing is sent with it. Set its own or correct its TIN under “Settings › Companies”.',
    credentials_of_another:
      'MyInvois says that the MyInvois access of {{company}} does not belong to the taxpayer {{tin}}. Its documents wait; one is tried now and then. Set its own or correct its TIN under “Settings › Companies”.',
    not_appointed:
      'MyInvois does not let this client act for {{company}} ({{tin}}). The owner of that company appoints it as intermediary on its portal.',
    upstream_token_good: 'The Resit that documents are sent to accepts the token and lets it do all that is needed.',
    upstream_token_refused:
      'The Resit that documents are sent to does not know the token. Make one there with “token create” and set it as RESIT_UPSTREAM_TOKEN.',
    upstream_token_lacks:
      'The token for the Resit that documents are sent to lacks these scopes: {{scopes}}. Make one there with submit, read, cancel and taxpayer, and set it as RESIT_UPSTREAM_TOKEN.',
    upstream_no_gateway: 'What answers at RESIT_UPSTREAM_URL is not Resit. Check the address; it ends in /v1.',
    person_needed: '{{count}} documents need attention. They are listed under To do.',
    dispatch_off: 'Sending is switched off (RESIT_DISPATCH=off). Documents are kept and not sent.',
    no_company: 'No company is set up. Add it under “Settings › Companies”.',
    clock_right: 'The clock of this computer agrees with that of MyInvois.',
    clock_off:
      'The clock of this computer differs from that of MyInvois by {{minutes}} minutes. Set the clock: from ten minutes on, nothing is sent.',
    clock_wrong:
      'The clock of this computer differs from that of MyInvois by {{minutes}} minutes, so nothing is sent. Set the clock; sending then goes on by itself.',
    codes_known: 'LHDN’s code lists are from {{date}}.',
    codes_old:
      'LHDN’s code lists are from {{date}} and may be out of date. Update them under Settings, For your software provider.',
    company_code_obsolete:
      '{{company}} is set up with the code {{code}}, which is no longer in use. Import it with a current one.',
    codes_unreachable: 'The list could not be fetched: its address cannot be reached. The last good one stays.',
    codes_timed_out: 'The list did not arrive in time. The last good one stays.',
    codes_refused: 'The list is not at its address any more. The last good one stays.',
    codes_too_large: 'What came is far too large for this list. The last good one stays.',
    codes_unreadable: 'What came cannot be read as this list. The last good one stays.',
    codes_empty: 'The list came empty. The last good one stays.',
    codes_shrunk: 'The list came with half of its codes or fewer. The last good one stays.',
    certificate_good: 'The certificate that {{company}} signs with is in order.',
    certificate_missing:
      '{{company}} has no certificate to sign with, so its documents wait. Set it under “Settings › Companies”.',
    certificate_expired:
      'The certificate of {{company}} ended on {{date}}, so its documents wait. Set a new one under “Settings › Companies”.',
    certificate_not_yet_valid:
      'The certificate of {{company}} only begins on {{date}}, so its documents wait. Check the clock of this computer.',
    certificate_expires_soon:
      'The certificate of {{company}} ends in {{days}} days, on {{date}}. Order a new one and set it before.',
    certificate_wrong_tin: 'The certificate of {{company}} has another TIN. MyInvois refuses what it signs.',
    certificate_wrong_number:
      'The certificate of {{company}} has another registration number. MyInvois refuses what it signs.',
    certificate_wrong_use: 'The certificate of {{company}} is not one for signing documents. Order one that is.',
    certificate_self_signed:
      'The certificate of {{company}} was issued by an issuer that MyInvois does not trust. Order one from a licensed issuer.',
    certificate_weak_key:
      'The certificate of {{company}} has a weak key of {{bits}} bits. Order one with 2048 or more.',
    turned_away:
      'MyInvois, or a server on the way to it, refuses this document of {{kilobytes}} KB and accepts others. Perhaps it is too large. A supervisor can void it and sell it as several smaller sales, or send it again later.',
    way_not_free:
      'Documents of this company wait: MyInvois cannot be reached or asked Resit to wait. They are sent automatically.',
    session_locked: 'This screen is locked. Enter your PIN to go on.',
    sign_in_needed: 'This is only for people who signed in with a PIN. Sign in on the screens.',
    no_such_person: 'There is no such person here. Look at the list of people.',
    installation_told:
      'The person who started Resit chose which MyInvois it uses, so it cannot be changed here. Ask that person.',
    installation_used: 'It was started before: change its company and its MyInvois access on its own screens.',
    installation_unready:
      'It cannot be started yet. Save the company and the access, then check them until everything is in order.',
    tin_belongs: 'The TIN and the registration number of {{company}} match.',
    tin_of_nobody:
      'MyInvois does not know the TIN of {{company}} with this registration number. Correct one of them under Company.',
    tin_not_asked: 'MyInvois could not be asked about the TIN of {{company}}. Check again later.',
    set_up_already: 'This Resit has an owner already. Sign in instead.',
    pin_paused: 'Too many wrong PINs. Wait {{seconds}} seconds and try again.',
    refund_needs_supervisor: 'A supervisor has to allow this refund with a PIN. Ask one to come to this screen.',
    approval_unfit:
      'This approval is used up, too old, or for another document. Ask the supervisor to approve it again.',
    of_all_outlets: 'This is about all outlets, and you see only some. Ask someone who sees all outlets.',
    another_outlet: 'This is another outlet’s, and not one of yours. Ask someone who sees all outlets.',
    admin_of_one_company:
      'This token is for one company only, and what it asks for is every company’s. The owner makes a token with “admin” for all companies, or does it on the screens.',
    no_such_reconciliation: 'There is no such comparison. Look at the list of them.',
    no_such_shift: 'There is no such shift. Look at the list of shifts.',
    changes_ahead:
      'There are no changes after {{after}} yet: the last one is {{last}}. Perhaps a backup was put back. Ask again with after=0 and compare what comes with what you have.',
    draft_changed: 'This document was changed in another tab or on another screen. Choose which one to keep.',
    no_such_draft: 'You have no such draft; it may be done already. Look at the list of drafts.',
    screens_missing:
      'The screens are not built yet. Start Resit with “npm start”, or build them with “npm run gateway”; the API works without them.',
    mail_off: 'There is no mail server. An owner sets one up under Settings, E-mail.',
    mail_enough: 'This e-invoice was sent by e-mail ten times already. Give the buyer the link or the paper.',
    all_well: 'All is well: nothing waits longer than it should.',
  },
  alert: {
    wrong_pins:
      '{{count}} wrong PINs or codes in ten minutes. Someone may be guessing: Settings, People shows whose PIN was wrong. Give that person a new one if needed.',
    wrong_tokens:
      '{{count}} requests with a wrong key in ten minutes. A till has an old key, or someone is guessing: look which program runs on this computer.',
    connections_full:
      'A program on this computer opens so many connections that some were closed ({{count}} in ten minutes). Tills go on working; find that program and close it.',
    storage_read_only:
      'The database takes no writes: what is kept can be read, nothing new is kept and nothing is sent. Check its folder and its disk, at a head office the database server; Resit then goes on by itself.',
    storage_unreachable:
      'The database server does not answer: nothing new is kept and nothing is sent. Check that it is running and can be reached; Resit then goes on by itself.',
    storage_full:
      'The disk is full. Resit keeps nothing new and sends nothing. Free some space on the disk. Resit then continues.',
    storage_failing:
      'The disk reports errors: nothing is kept or sent until the database was checked and found sound. Make a backup and have the disk checked.',
    store_silent:
      'The database does not answer. Check the disk it is on, at a head office the database server; then restart Resit.',
    journal_untrusted:
      'What is kept here may have been changed or is incomplete ({{count}} findings): new documents are kept and nothing is sent.',
    backup_restored:
      'The backup of {{time}} was restored: sales after it are not in Resit. New sales are kept and nothing is sent until the owner goes on with it under “Settings › Backup and export”.',
    body_damaged: 'What was kept of {{count}} sales is damaged on this computer; every other sale goes on.',
    copy_damaged:
      'A disk damaged what is in {{folder}}. It may be failing: have the disk checked, keep a backup on another one, then delete that folder if it is an old copy. Sales go on.',
    copy_old:
      'The copy of the database in {{folder}} is old (as of {{since}}): what is newer would be lost with this disk. Check that the folder is there and has room.',
    disk_low: 'Only {{free}} MB of disk are free. Make room before nothing can be kept any more.',
    clock_wrong:
      'The clock of this computer is wrong by {{minutes}} minutes, so nothing is sent. Set the clock; sending then goes on by itself.',
    company_not_ready:
      'Since {{since}} documents of {{company}} cannot be sent: MyInvois does not let it in, or its certificate cannot be used. The owner has to check how it signs in.',
    loop_stuck:
      'A part of Resit ({{loop}} {{company}}) has stood still for {{minutes}} minutes. Restart Resit; nothing is lost.',
    sending_paused:
      'Sending is paused ({{company}}) since {{since}} by {{by}}: documents are kept and not sent. A supervisor can resume it; documents must be sent within 72 hours.',
    window_closing:
      '{{count}} unsent documents of {{company}} were issued more than {{hours}} hours ago and must be sent within 72 hours.',
    authority_silent:
      'MyInvois has not answered since {{since}} although documents wait. They are kept and sent automatically; check the internet connection.',
    oldest_unsent: '{{count}} documents of {{company}} are not sent, the oldest since {{since}}.',
    needs_person:
      '{{count}} documents of {{company}} need attention and do not go on automatically. Open each of them: it says what to do.',
    unsettled:
      'The result of a request to MyInvois for {{company}} at {{since}} is not known. Restart Resit: the result is then looked up, and nothing is sent twice.',
    unconfirmed:
      'MyInvois took documents of {{company}} but has given no result yet: {{count}} wait, the oldest since {{since}}. Resit goes on asking; look for them on the MyInvois portal.',
    in_doubt:
      '{{count}} documents of {{company}} were sent and no answer came. We are checking; do not enter them again.',
    consolidation_overdue:
      '{{company}}: {{count}} receipts since {{since}} are not consolidated, and the 7th is past. Run the consolidation now.',
    consolidation_due:
      '{{company}}: {{count}} receipts since {{since}} must be consolidated by the 7th. Run the consolidation.',
    tls_broken:
      'The new certificate for other computers cannot be used: it and its key do not match, cannot be read, or are for another name. Outlets are still answered with the one from before, which ends at {{until}}. Correct both files; Resit then uses them by itself.',
    tls_ending:
      'The certificate for other computers ends at {{until}}. From then on no outlet can give its documents to this head office. Renew it; Resit uses the new files by itself.',
    certificate_ending:
      'The certificate with which {{company}} signs documents ends at {{until}}. From then on none of its documents is sent. Order a new one, and set it under Settings, Go live.',
    outlet_silent:
      '{{outlets}}: not heard of since {{since}}. What was sold there is kept there. Call the shop: is its computer on, and does its internet work?',
    webhook_failing:
      '{{hosts}} takes no messages: {{waiting}} wait, and {{failed}} were given up. Documents are not affected. Check that server, then deliver again under Settings, For your software provider, or remove the server there.',
    alert_mail_unreached:
      'No alert has reached you by e-mail since {{since}}: the mail server does not answer. Check the internet of this computer, then the server address under Settings, E-mail.',
    alert_mail_refused:
      'No alert has reached you by e-mail since {{since}}: the mail server refuses the messages. Check user name, password and addresses under Settings, E-mail, and send a test message.',
    mail_failing:
      'E-mails with these e-invoices have waited for more than an hour, or may have been sent when the connection or Resit broke off: sale {{sales}}. If one may have been sent, ask the buyer first, then open the document and send it again. If they wait, test the mail server under Settings, E-mail.',
    open_files_full:
      'The system lets Resit open no more files and connections. New tills are not answered, and nothing is sent. Close the program that takes them all, or raise the limit of open files (LimitNOFILE). Resit then goes on by itself.',
    wal_large:
      'The log of the database has grown to {{size}} MB. Another program probably keeps the database open: look for a database browser, a backup or copy that runs, or an antivirus scan, and end it. Sales go on while the disk has room.',
    store_slow:
      'Sales wait {{delay}} s for the disk. Close other programs on this computer; if it stays, have the disk checked.',
    event_loop_slow: 'Resit answers {{delay}} s late. Close other programs on this computer.',
  },
  slip: {
    sale_invoice: 'Invoice',
    sale_credit_note: 'Credit note',
    sale_debit_note: 'Debit note',
    sale_refund_note: 'Refund note',
    self_billed_invoice: 'Self-billed invoice',
    self_billed_credit_note: 'Self-billed credit note',
    self_billed_debit_note: 'Self-billed debit note',
    self_billed_refund_note: 'Self-billed refund note',
    receipt: 'Receipt',
    receipt_number: 'Receipt number',
    title: 'e-Invoice',
    practice: 'PRACTICE: not a MyInvois document',
    valid: 'VALID',
    cancelled: 'CANCELLED',
    number: 'e-Invoice number',
    issued: 'Issued',
    validated: 'Validated',
    cancelled_at: 'Cancelled',
    refers_to: 'Refers to',
    supplier: 'Supplier',
    buyer: 'Buyer',
    address: 'Address',
    phone: 'Telephone',
    email: 'E-mail',
    activity: 'Activity',
    tourism_tax: 'Tourism tax no.',
    items: 'Goods and services',
    discount: 'Discount',
    charge: 'Charge',
    exempt: 'Exempt',
    excluding_tax: 'Total excluding tax',
    tax: 'Total tax',
    including_tax: 'Total including tax',
    prepaid: 'Paid before',
    rounding: 'Rounding',
    payable: 'Total payable',
    exchange_rate: 'Exchange rate to MYR',
    paid_by: 'Payment',
    payment_terms: 'Terms of payment',
    payee_account: 'Account',
    bill_reference: 'Bill',
    billing_period: 'Billing period',
    scan: 'Scan to see it at MyInvois:',
  },
}

/** English sentences for a count of one. */
export const enOne = {
  fault: {
    shift_close_denied:
      '{{remainders}} document of this shift must be resolved before closing, or the owner must confirm what is kept here. Resolve it, or close with open items and say why.',
    validation_failed: 'The body has {{count}} fault. Fix what the list names and send it again; nothing was kept.',
  },
  status: {
    queue_waiting: '{{count}} document waits to be sent, the oldest since {{since}}.',
    clock_off:
      'The clock of this computer differs from that of MyInvois by {{minutes}} minute. Set the clock: from ten minutes on, nothing is sent.',
    person_needed: '{{count}} document needs attention. It is listed under To do.',
    certificate_expires_soon:
      'The certificate of {{company}} ends in {{days}} day, on {{date}}. Order a new one and set it before.',
  },
  alert: {
    journal_untrusted:
      'What is kept here may have been changed or is incomplete ({{count}} finding): new documents are kept and nothing is sent.',
    body_damaged: 'What was kept of {{count}} sale is damaged on this computer; every other sale goes on.',
    clock_wrong:
      'The clock of this computer is wrong by {{minutes}} minute, so nothing is sent. Set the clock; sending then goes on by itself.',
    window_closing:
      '{{count}} unsent document of {{company}} was issued more than {{hours}} hours ago and must be sent within 72 hours.',
    oldest_unsent: '{{count}} document of {{company}} is not sent, the oldest since {{since}}.',
    needs_person:
      '{{count}} document of {{company}} needs attention and does not go on automatically. Open it: it says what to do.',
    in_doubt: '{{count}} document of {{company}} was sent and no answer came. We are checking; do not enter it again.',
    unconfirmed:
      'MyInvois took {{count}} document of {{company}} but has given no result yet, since {{since}}. Resit goes on asking; look for it on the MyInvois portal.',
    consolidation_overdue:
      '{{company}}: {{count}} receipt since {{since}} is not consolidated, and the 7th is past. Run the consolidation now.',
    consolidation_due:
      '{{company}}: {{count}} receipt since {{since}} must be consolidated by the 7th. Run the consolidation.',
  },
} as const
