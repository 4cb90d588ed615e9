import type { GatewayWords } from './words.ts'

export const ms: GatewayWords = {
  fault: {
    malformed_json: 'Kandungan bukan satu objek JSON. Hantar dokumen sebagai JSON.',
    bad_encoding: 'Kandungan bukan teks UTF-8 yang sah. Hantar sebagai UTF-8 tanpa aksara rosak.',
    duplicate_key: 'Medan {{key}} muncul dua kali dalam satu objek. Hantar setiap medan sekali sahaja.',
    too_deep: 'Kandungan terlalu berlapis atau terlalu banyak bahagian. Hantar medan dokumen sahaja.',
    bad_header:
      'Pengepala {{header}} tiada, berulang atau salah bentuk. Hantar tepat sekali; /docs menunjukkan bentuknya.',
    bad_date: 'Pengepala {{header}} bukan tarikh kalendar. Tulis sebagai YYYY-MM-DD.',
    range_reversed: 'submission_from selepas submission_to. Tukar kedua-dua tarikh.',
    bad_cursor: 'Pautan halaman ini rosak atau milik permintaan lain. Mula semula dari halaman pertama.',
    bad_request_target: 'Permintaan menyebut alamat penuh, bukan laluan. Hantar laluan sahaja.',
    bad_query:
      'Parameter pertanyaan {{parameter}} tidak dikenali, berulang atau salah bentuk. /docs menunjukkan bentuknya.',
    unauthorized:
      'Token tiada, salah atau telah dibatalkan. Minta token daripada pemilik dan hantar sebagai “Authorization: Bearer …”.',
    insufficient_scope:
      'Token ini tidak dibenarkan: skop {{scope}} tiada. Minta token yang mempunyainya daripada pemilik.',
    origin_not_allowed:
      'Laman di alamat ini tidak boleh memanggil sistem Resit ini. Penjaga komputer boleh membenarkannya dengan RESIT_ALLOWED_ORIGINS.',
    no_validation_link:
      'Dokumen ini tiada pautan pengesahan sendiri: hanya dokumen yang sah, dan bukan dalam e-Invois disatukan, mempunyainya. Status dokumen ini ialah {{status}}. NEXT_ACTION menyatakan langkah seterusnya.',
    route_not_found: 'Tiada apa-apa di laluan ini. Lihat /docs untuk laluan yang ada.',
    record_not_found:
      'Tiada dokumen jenis ini disimpan di sini dengan nama itu. Semak GUID atau lima bahagian kod jualan.',
    company_not_found: 'Syarikat ini tidak disediakan di sini. Semak GUID atau kodnya, atau import syarikat itu.',
    webhook_not_found: 'Tiada webhook begitu, atau tiada penghantaran begitu. Lihat senarai webhook.',
    taxpayer_not_found:
      'MyInvois tidak mengenali pembayar cukai dengan nombor ini. Semak jenis dan nombor dengan pelanggan.',
    method_not_allowed: 'Laluan ini tidak menerima kaedah itu. Dibenarkan: {{methods}}.',
    sale_guid_reused:
      'Dokumen lain sudah mempunyai SALE_GUID ini. Jika jualannya sama, ia sudah disimpan: jangan jual lagi. Hanya jualan yang berlainan menggunakan SALE_GUID baharu.',
    business_key_reused:
      'Dokumen lain jenis ini sudah mempunyai kod jualan ini. Jika jualannya sama, ia sudah disimpan: jangan jual lagi. Hanya jualan yang berlainan menggunakan kod jualan seterusnya.',
    document_number_reused: 'Nombor dokumen {{number}} sudah digunakan. Pilih yang lain atau kosongkan.',
    record_voided:
      'Jualan ini telah dimansuhkan dan tidak akan dihantar. Untuk menjualnya semula, hantar dengan SALE_GUID baharu.',
    record_cancelled: 'Dokumen ini telah dibatalkan. Hantar dokumen baharu dengan SALE_GUID dan kod jualan baharu.',
    record_closed:
      'Penyelia telah menutup dokumen yang ditolak ini: ia tidak dibetulkan lagi. Jual semula dengan SALE_GUID dan kod jualan baharu.',
    shift_closed: 'Syif ini sudah ditutup. Laporannya boleh dicetak semula.',
    shift_close_denied:
      '{{remainders}} dokumen syif ini perlu diselesaikan sebelum menutup, atau pemilik perlu mengesahkan apa yang disimpan di sini. Selesaikan, atau tutup dengan perkara belum selesai dan nyatakan sebabnya.',
    reconciliation_running:
      'Satu perbandingan bagi syarikat ini sedang berjalan. Tunggu sehingga selesai, atau hentikannya.',
    record_changed:
      'Dokumen ini telah berubah sejak anda melihatnya, jadi tiada apa dilakukan. Lihat keadaannya sekarang dan putuskan semula.',
    taxpayer_ambiguous: 'Lebih daripada satu pembayar cukai mempunyai nombor ini. Minta TIN daripada pelanggan.',
    void_denied_valid: 'Ia sah di MyInvois dan tidak boleh dimansuhkan. Batalkan dalam tempohnya, atau keluarkan nota.',
    void_denied_in_progress:
      'Ia dalam perjalanan ke MyInvois dan tidak boleh dimansuhkan lagi. Tunggu jawapan, kemudian batalkan.',
    void_denied_locked: 'Ia sudah dimansuhkan. Tiada apa-apa lagi perlu dibuat.',
    void_denied_consolidated:
      'Ia sebahagian daripada proses penyatuan dan tidak boleh dimansuhkan. Keluarkan nota bayaran balik.',
    void_denied_cancelled: 'Ia sudah dibatalkan di MyInvois. Tiada apa-apa lagi perlu dibuat.',
    void_denied_invalid:
      'MyInvois menolaknya, jadi tiada apa untuk dimansuhkan. Betulkan, atau minta penyelia menutupnya.',
    cancel_denied_status: 'Hanya dokumen sah boleh dibatalkan, dan yang ini tidak. Semak statusnya.',
    cancel_denied_period: 'Masa untuk membatalkan sudah tamat. Keluarkan nota kredit, debit atau bayaran balik.',
    cancel_denied_referenced: 'Dokumen aktif lain merujuk kepadanya. Batalkan atau mansuhkan yang itu dahulu.',
    cancel_denied_consolidated: 'e-Invois disatukan tidak boleh dibatalkan di sini. Keluarkan nota.',
    cancel_refused: 'MyInvois menolak pembatalan: {{reason}}',
    look_up_denied_status: 'Keputusan dokumen ini sudah pasti, jadi tiada apa untuk disemak.',
    resolution_denied_status:
      'Dokumen ini tidak bercanggah, jadi ia tidak memerlukan keputusan. Lihat keadaannya sekarang.',
    resolution_denied_found:
      'MyInvois memang mempunyai dokumen ini, jadi ia tidak disentuh. Selesaikan sebagai “Ia ada di sana”.',
    resolution_denied_not_found:
      'MyInvois tidak menunjukkan dokumen ini dengan nombor dan UUID ini. Semak UUID di portalnya, atau cuba lagi nanti.',
    resolution_denied_quarantine: 'Dokumen ini mungkin masih akan tiba di MyInvois. Putuskan selepas {{until}}.',
    release_denied_status: 'Hanya dokumen yang tidak dapat disediakan untuk MyInvois dicuba lagi. Semak statusnya.',
    closure_denied_status:
      'Hanya dokumen yang ditolak MyInvois, dan dijual secara individu, boleh ditutup. Semak statusnya.',
    conversion_denied_status: 'Hanya resit yang menunggu penyatuan boleh menjadi e-Invois sendiri.',
    conversion_denied_period:
      'Bulan jualan ini telah tamat: pembeli tidak lagi boleh meminta e-Invois sendiri. Ia kekal dalam e-Invois disatukan.',
    conversion_denied_consolidated:
      'Ia sudah sebahagian e-Invois disatukan. Keluarkan nota bayaran balik, kemudian jualan baharu dengan pembeli.',
    conversion_denied_refunded:
      'Resit ini telah dibayar balik sepenuhnya: tiada apa-apa lagi untuk dikeluarkan e-Invois.',
    consolidation_running: 'Penyatuan syarikat ini sedang berjalan. Tunggu sehingga selesai.',
    resend_denied_status:
      'Hanya dokumen yang ditolak MyInvois, dan dijual secara individu, boleh dihantar semula tanpa perubahan. Semak statusnya.',
    correction_denied_status:
      'Hanya dokumen yang ditolak MyInvois, dan dijual secara individu, boleh dibetulkan. Semak statusnya.',
    mail_denied: 'E-mel itu tidak diterima.',
    installation_denied:
      'Latihan, MyInvois percubaan dan e-Invois sebenar tidak boleh ditukar di sini sekarang. Buka “Mula e-Invois sebenar” dalam tetapan.',
    body_too_large: 'Kandungan melebihi {{limit}}. Hantar dokumen yang lebih kecil.',
    unsupported_media_type: 'Hantar kandungan sebagai “Content-Type: application/json”, UTF-8 dan tidak dimampatkan.',
    host_not_allowed: 'Panggil sistem Resit sebagai 127.0.0.1 atau localhost dengan portnya.',
    validation_failed:
      'Kandungan mempunyai {{count}} kesilapan. Betulkan yang disenaraikan dan hantar semula; tiada apa-apa disimpan.',
    too_many_requests: 'Terlalu banyak permintaan. Tunggu {{seconds}} saat dan cuba lagi.',
    internal_error:
      'Ada masalah dalam sistem Resit. Hantar permintaan yang sama semula; jika berterusan, beri id permintaan kepada sokongan.',
    storage_unavailable:
      'Sistem Resit tidak boleh menulis ke cakeranya sekarang. Tiada apa-apa disimpan; hantar permintaan yang sama semula.',
    authority_unavailable: 'MyInvois tidak dapat dihubungi sekarang. Cuba lagi kemudian.',
  },
  finding: {
    required: 'Wajib diisi',
    wrong_code: 'Kod ini salah atau sudah tamat. Taip kod yang diberi oleh pemilik, atau minta kod lain.',
    code_needed: 'Orang ini belum ada PIN. Pilih satu dengan kod sekali guna yang diberi oleh pemilik.',
    pin_closed:
      'PIN salah sepuluh kali di sini. Minta kod sekali guna untuk PIN baharu daripada pemilik (Tetapan, Kakitangan), atau daripada orang yang menjaga komputer ini.',
    pin_of_elsewhere:
      'PIN ini dipilih pada komputer lain dan tidak dapat disemak di sini. Minta kod sekali guna untuk PIN baharu daripada pemilik, atau daripada orang yang menjaga komputer ini.',
    pin_not_own:
      'Hanya juruwang boleh diberi PIN oleh orang lain. Jangan sertakan PIN: jawapan mengandungi kod sekali guna supaya orang itu memilih sendiri.',
    unknown_field:
      'Medan ini tidak dikenali di sini. Semak ejaannya; apa yang dibawa oleh serahan untuk anda sahaja diletakkan di bawah EXTRA.',
    wrong_type: 'Nilai ini salah jenis.',
    too_long: 'Nilai ini terlalu panjang: hadnya {{most}}.',
    too_short: 'Nilai ini kosong.',
    too_many: 'Terlalu banyak.',
    bad_guid: 'Ini bukan GUID. Tulis digit perenambelasan 8-4-4-4-12.',
    bad_text:
      'Teks ini mempunyai aksara halimunan, ruang di hujungnya, atau aksen yang bukan satu aksara setiap satu (Unicode NFC).',
    control_characters: 'Teks ini mempunyai aksara kawalan, atau pemisah baris U+2028 atau U+2029.',
    bad_instant: 'Ini bukan masa. Tulis seperti 2026-11-20T12:05:06+08:00.',
    bad_day: 'Ini bukan tarikh kalendar. Tulis sebagai YYYY-MM-DD.',
    bad_time_zone: 'Ini bukan zon masa. Tulis nama IANA, seperti Asia/Kuala_Lumpur.',
    bad_quiet_hours: 'Tulis dua waktu, seperti 22:00-07:00.',
    bad_logo: 'Logo mestilah PNG atau JPEG yang lengkap, paling besar 100 KB.',
    bad_tin: 'Ini bukan TIN. Tulis huruf dan digit seperti C1234567890, paling banyak 14.',
    tin_leading_zero: 'MyInvois membuang sifar selepas huruf TIN (C01234567890 ialah C1234567890). Buang sifar itu.',
    tin_old_prefix: 'OG dan SG ialah awalan nombor cukai lama. Tulis IG sebagai ganti (OG12345678 ialah IG12345678).',
    bad_id_number: 'Ini bukan nombor jenis {{type}}.',
    both_numbers: 'Tulis nombor baharu sahaja, iaitu 12 digit tanpa nombor lama dalam kurungan.',
    bad_phone: 'Ini bukan nombor telefon: 8 hingga 20 aksara, digit sahaja, dengan + di hadapan jika mahu.',
    bad_email: 'Ini bukan alamat e-mel.',
    bad_registration_number: 'Nombor pendaftaran ini salah bentuk. Tulis NA jika tiada.',
    bad_postcode: 'Poskod Malaysia mempunyai lima digit.',
    bad_uuid: 'Nombor MyInvois bagi dokumen ada 26 huruf dan digit; tulis NA untuk yang sebelum e-Invois.',
    not_an_amount: 'Ini bukan nombor. Taip seperti 12.50.',
    too_many_places: 'Nombor ini terlalu banyak tempat perpuluhan.',
    negative: 'Nombor ini tidak boleh negatif.',
    out_of_range: 'Nombor ini di luar julat.',
    not_listed: 'Nilai ini bukan yang dibenarkan: {{allowed}}.',
    reserved: '{{word}} disimpan untuk dokumen sistem Resit sendiri. Pilih yang lain.',
    unknown_document: 'MyInvois latihan tiada dokumen itu. Ambil AUTHORITY.UUID daripada rekod yang sah.',
    unknown_code: 'Kod {{code}} tiada dalam senarai. Ambil daripada kod rujukan.',
    obsolete_code: 'Kod {{code}} tidak digunakan lagi. Ambil yang terkini daripada kod rujukan.',
    differs_from_kept:
      'Di sini dokumen berbeza daripada yang disimpan. Untuk mengulanginya, hantar dokumen yang sama semula.',
    company_unknown: 'Tiada syarikat dengan kod ini di sini. Pemilik menambahnya dalam Tetapan.',
    in_future: 'Masa ini pada masa hadapan. Semak jam mesin POS.',
    before_e_invoicing: 'Masa ini sebelum 1 Ogos 2024, ketika e-Invois bermula. Semak jam mesin POS.',
    amount_differs: 'Amaun ini sepatutnya {{expected}}, beza paling banyak 0.01.',
    total_differs: 'Jumlah ini sepatutnya {{expected}}.',
    becomes_negative: 'Dengan ini amaun menjadi {{expected}}. Ia tidak boleh negatif.',
    total_negative:
      'Jumlah baris ialah {{expected}}: lebih banyak dipulangkan daripada dijual. Bayar balik wang dengan nota bayaran balik.',
    payable_zero:
      'MyInvois tidak menerima dokumen yang jumlah bayarannya sifar. Pertukaran sama nilai atau resit percuma tidak memerlukan dokumen; untuk memulangkan wang, gunakan nota bayaran balik.',
    payments_differ:
      'Jumlah bayaran ini sepatutnya {{expected}}, iaitu jumlah bil. Wang tunai yang dihulurkan dan baki bukan bayaran.',
    prepaid_on_note: 'Bayaran terdahulu milik invois. Tinggalkan PREPAID daripada nota.',
    nothing_to_spread: 'Jumlah baris ialah sifar atau kurang, jadi amaun ini tidak dapat dibahagikan antara baris.',
    line_id_repeated: 'Baris lain mempunyai LINE_ID ini. Beri setiap baris yang tersendiri, atau tinggalkan.',
    rate_required: 'Mata wang selain MYR memerlukan kadar pertukaran ke MYR.',
    tax_not_applicable: 'Jenis 06 bermaksud tiada cukai dikenakan. Tinggalkan ini, atau beri jenis cukainya.',
    tax_rate_required: 'Beri RATE cukai, atau PER_UNIT_AMOUNT dengan QUANTITY dan UNIT_CODE.',
    exemption_reason_required: 'Pengecualian cukai memerlukan sebabnya.',
    one_of_two: 'Beri satu sahaja, bukan kedua-duanya.',
    period_reversed: 'Tempoh tamat sebelum ia bermula.',
    buyer_required: 'Pembeli tiada. Beri pembeli, atau tetapkan CONSOLIDATE untuk jualan kepada orang awam.',
    buyer_not_allowed: 'Jualan untuk disatukan tiada pembeli. Buang BUYER atau CONSOLIDATE.',
    state_not_allowed: 'Negeri 17 hanya untuk alamat luar Malaysia. Guna kod negeri itu sendiri.',
    general_tin_needs_consolidated_class: 'Orang awam tanpa nombor hanya dibenarkan dengan klasifikasi 004.',
    class_of_nobody:
      'Klasifikasi 004 untuk e-Invois disatukan, yang tidak menamakan pembeli. Beri klasifikasi barangan itu sendiri, atau guna CONSOLIDATE tanpa BUYER.',
    general_tin_not_individual:
      'TIN umum ini hanya untuk warga Malaysia dengan kad pengenalan. Berikan TIN pembeli sendiri, atau TIN umum yang sesuai.',
    general_tin_not_buyer:
      'TIN umum ini mewakili pembekal luar negara. Berikan TIN pembeli sendiri; EI00000000020 adalah untuk pembeli luar negara.',
    general_tin_not_supplier:
      'TIN umum ini mewakili pembeli luar negara. Berikan TIN pembekal sendiri; EI00000000030 adalah untuk pembekal luar negara.',
    general_tin_not_own: 'TIN umum tidak mewakili sesiapa secara khusus. Berikan TIN syarikat sendiri.',
    consolidation_not_allowed: 'Dokumen jenis ini tidak boleh disatukan.',
    consolidation_limit: 'Melebihi RM {{limit}}, jualan memerlukan e-Invois sendiri. Minta butiran pembeli.',
    consolidation_activity:
      'Perniagaan dengan aktiviti {{msic}} mesti mengeluarkan e-Invois bagi setiap jualan. Minta butiran pembeli.',
    original_unknown: 'Dokumen yang dirujuk nota ini tiada di sini. Semak GUID, atau beri nombor dan UUID MyInvois.',
    original_voided: 'Dokumen yang dirujuk nota ini telah dimansuhkan.',
    original_cancelled: 'Dokumen yang dirujuk nota ini telah dibatalkan.',
    original_repeated: 'Dokumen ini dinamakan dua kali.',
    refund_over_original:
      'Hanya tinggal {{left}} untuk dibayar balik: bayaran balik terdahulu ditolak, nota debit ditambah. Bayar balik paling banyak sebanyak itu.',
    credit_over_original:
      'Ini melebihi dokumen asal, termasuk nota debit: jumlahnya {{left}}. Kreditkan paling banyak sebanyak itu.',
    original_itself:
      'Ini nota itu sendiri, atau dokumen yang merujuknya: kedua-duanya akan saling menunggu. Namakan dokumen yang dibetulkan.',
    document_too_large:
      'Dokumen siap akan mencapai {{kilobytes}} KB, sedangkan MyInvois menerima 300 KB paling banyak. Gabungkan barang yang sama dalam satu baris, atau hantar {{parts}} jualan dengan paling banyak {{lines}} baris setiap satu. Setiap satu mempunyai SALE_CODE, jumlah dan bahagian diskaunnya sendiri, dan menjadi e-Invois sendiri.',
    code_taken: 'Syarikat lain menggunakan kod ini. Pilih kod lain, atau import dengan GUID syarikat itu.',
    official_code:
      '{{code}} ialah kod dalam senarai rasmi dan tidak pernah diganti. Tambah hanya kod yang tiada dalam senarai.',
    mapped_twice: '{{code}} sudah ada dalam jadual ini. Buang baris itu dahulu.',
    file_exists: 'Fail ini sudah wujud, dan salinan tidak pernah menggantikan fail. Pilih nama lain.',
    file_no_room: 'Tiada ruang untuknya di situ. Kosongkan ruang, atau namakan fail pada cakera lain.',
    folder_missing: 'Folder ini belum ada. Semak namanya, atau tekan Simpan sekali lagi untuk membuat folder itu.',
    file_not_written:
      'Tiada apa dapat ditulis di situ. Pilih folder yang wujud dan boleh ditulis, dan lihat sama ada pemacunya dipasang.',
    file_missing: 'Tiada fail sebegitu pada komputer ini. Semak ejaannya, dan sama ada pemacu dipasang.',
    backup_by_server:
      'Di ibu pejabat, pelayan pangkalan data membuat sandarannya sendiri dan tiada fail ditulis di sini. Tanya penjaga pelayan itu.',
    disclosure_over: 'Program pengakuan sukarela tamat pada 31 Disember 2027. Tinggalkan medan ini.',
    bad_on_behalf_of: 'Tulis company atau company:brn, atau TIN pembayar cukai yang diwakili klien, atau TIN:BRN.',
    bad_certificate: 'Ini bukan fail sijil. Berikan fail PKCS#12 (.p12 atau .pfx).',
    wrong_certificate_password: 'Fail sijil tidak dapat dibuka dengan kata laluan ini.',
    certificate_without_key: 'Fail sijil tiada kunci peribadi yang sepadan. Eksport sijil bersama kuncinya.',
    unsupported_certificate:
      'Kunci ini bukan RSA, atau fail dilindungi dengan cara yang tidak dapat dibuka di sini. Eksport semula.',
    bad_pin: 'PIN mempunyai 4 hingga 12 digit sahaja, bagi penyelia atau pemilik sekurang-kurangnya 6.',
    weak_pin: 'PIN ini mudah diteka. Bukan tarikh seperti hari lahir, bukan corak seperti 123456.',
    wrong_pin: 'PIN ini tidak betul. Cuba lagi.',
    wrong_setup_code:
      'Ini bukan kod persediaan. Setiap permulaan sistem Resit menunjukkan kod baharu: baca yang terbaharu dalam tetingkap (terminal) tempat sistem Resit dimulakan, atau dalam log perkhidmatannya.',
    bad_name: 'Nama tidak boleh mengandungi tanda titik bertindih.',
    name_taken:
      'Sudah ada orang dengan nama ini di sini, mungkin dari dahulu. Tambah sesuatu yang membezakan keduanya.',
    unknown_person: 'Tiada sesiapa dengan nama ini boleh log masuk di sini. Pilih nama daripada senarai.',
    last_owner: 'Inilah satu-satunya pemilik. Jadikan orang lain pemilik dahulu.',
    may_not_approve: 'Orang ini tidak boleh meluluskannya. Minta penyelia atau pemilik meluluskannya.',
    owner_sees_all: 'Pemilik melihat semua cawangan. Pilih peranan lain, atau jangan pilih cawangan.',
    record_changed: 'Dokumen ini telah berubah sejak ia dilihat. Lihat semula sebelum meluluskan.',
    bad_webhook_url:
      'Alamat mesti https, atau http ke mesin ini, tanpa nama pengguna, kata laluan, kueri atau serpihan.',
    webhook_elsewhere: 'Dalam mod latihan tiada apa-apa keluar dari mesin ini. Beri alamat pada 127.0.0.1.',
    webhook_inside:
      'Alamat ini menuju ke rangkaian peribadi atau bukan ke pelayan. Beri alamat awam. Dengan RESIT_WEBHOOK_PRIVATE=allow alamat peribadi juga diterima.',
    admin_of_one_company: '“admin” membuka semua syarikat. Jangan nyatakan syarikat, atau jangan sertakan “admin”.',
    and_more: 'Dan {{count}} lagi. Betulkan yang ini dahulu dan hantar semula.',
  },
  nextAction: {
    not_sent: 'Belum dihantar: masih boleh dimansuhkan.',
    made_of_receipts: 'Dibuat daripada resit: ia dihantar sendiri kepada MyInvois.',
    waits_for_consolidation: 'Disimpan untuk e-Invois disatukan: tiada apa perlu dibuat sehingga ia dibuat.',
    in_progress: 'Sudah dihantar kepada MyInvois: jawapannya datang sendiri.',
    in_doubt: 'Mungkin telah dihantar, tetapi tiada jawapan: kami sedang menyemak. Jangan masukkan sekali lagi.',
    conflict: 'Ia tidak dapat diselesaikan secara automatik: penyelia perlu melihatnya.',
    cancellation_running: 'Pembatalan sedang berjalan: tunggu jawapan.',
    invalid: 'MyInvois menolaknya: betulkan dan hantar semula.',
    invalid_consolidated: 'MyInvois menolaknya: penyelia membetulkannya dalam penyatuan seterusnya.',
    invalid_closed: 'Ditolak oleh MyInvois dan ditutup oleh penyelia: tiada apa lagi perlu dibuat.',
    invalid_made_of_receipts:
      'MyInvois menolaknya: resitnya menunggu semula. Betulkan apa yang MyInvois katakan, kemudian penyelia menyatukannya semula.',
    valid_in_window: 'Sah: masih boleh dibatalkan.',
    valid_window_over: 'Sah dan sudah lepas masa pembatalan: keluarkan nota kredit, debit atau bayaran balik.',
    valid_referred_to:
      'Sah. Ada nota padanya, jadi ia tidak boleh dibatalkan sendiri: buat nota lain, atau batalkan nota itu dahulu.',
    valid_made_of_receipts: 'Sah, dibuat daripada resit: keluarkan nota pada resit untuk sebarang perubahan.',
    valid_consolidated: 'Sah dalam e-Invois disatukan: keluarkan nota untuk sebarang perubahan.',
    voided: 'Dimansuhkan: tiada apa lagi perlu dibuat.',
    nothing_to_declare: 'Jumlahnya sifar, jadi penyatuan menutupnya: tiada apa-apa untuk diisytiharkan.',
    cancelled: 'Dibatalkan: tiada apa lagi perlu dibuat.',
  },
  attention: {
    in_doubt_expired:
      'Ia telah dihantar, tiada jawapan dan tidak dapat ditemui. Penyelia perlu menyemak di portal MyInvois.',
    conflict: 'MyInvois mempunyai dokumen lain dengan nombor ini. Penyelia perlu membandingkannya.',
    buyer_differs:
      'Nota ini menamakan pihak lain daripada dokumen yang dirujuknya. Semak dengan pelanggan; mansuhkan atau batalkan jika salah.',
    cannot_be_sent: 'Ia tidak dapat dijadikan dokumen untuk MyInvois. Penyelia perlu melihatnya.',
    waits_for_original: 'Ia menunggu sehingga dokumen yang dirujuknya sah, kemudian diteruskan secara automatik.',
    waits_for_consolidation:
      'Ia diselesaikan bersama resitnya pada penyatuan yang berikutnya: tiada apa-apa perlu dibuat. Jika ia tersilap dibuat, mansuhkannya.',
    original_not_valid: 'Dokumen yang dirujuknya tidak akan menjadi sah. Mansuhkan nota ini.',
    rejection_requested: 'Pembeli meminta ia ditolak. Penyelia boleh membatalkannya dalam tempohnya.',
    company_not_ready:
      'Dokumen syarikat ini tidak dapat dihantar. Pemilik perlu menyemak log masuknya ke MyInvois, dan sijilnya.',
    clock_wrong: 'Jam komputer ini salah, jadi tiada apa dihantar. Betulkan jam.',
    consolidation_overdue: 'e-Invois disatukan untuknya sudah lewat. Penyelia perlu menjalankan penyatuan.',
    sending_paused: 'Penghantaran dijeda oleh penyelia. Ia dihantar apabila penyelia menyambung penghantaran.',
  },
  taxpayer: {
    mismatch: 'TIN, jenis dan nombor tidak sepadan. Semak dengan pelanggan.',
    general: 'Ini TIN umum: ia tidak mengenal pasti sesiapa, jadi tiada apa untuk disahkan.',
    malformed: 'MyInvois tidak memahami TIN atau nombor ini. Semak cara ia ditulis.',
  },
  status: {
    owner_pin_needed:
      'Pemilik perlu mengesahkan ini dengan PIN. Skrin akan memintanya; program menghantarnya dalam pengepala X-Owner-Pin, dan nama pemilik dalam X-Owner.',
    storage_failing:
      'Cakera komputer ini melaporkan ralat, jadi tiada apa-apa yang baharu disimpan sekarang. Hantar permintaan yang sama sebentar lagi; jika berterusan, minta cakera diperiksa.',
    storage_unreachable:
      'Pelayan pangkalan data tidak menjawab, jadi tiada apa-apa yang baharu disimpan sekarang. Hantar permintaan yang sama sebentar lagi; jika berterusan, pastikan pelayan itu berjalan dan dapat dihubungi.',
    storage_full:
      'Cakera yang menyimpan dokumen penuh, jadi tiada apa-apa yang baharu disimpan. Kosongkan ruang, kemudian hantar permintaan yang sama sekali lagi.',
    storage_read_only:
      'Pangkalan data tidak boleh ditulis, jadi tiada apa-apa yang baharu disimpan dan tiada apa-apa dihantar. Periksa folder dan cakeranya, di ibu pejabat pelayan pangkalan data; sistem Resit kemudian bersambung sendiri.',
    storage_busy:
      'Pangkalan data tidak dapat digunakan, jadi tiada apa-apa disimpan: program lain sedang memegangnya, atau komputer ini kekurangan memori. Hantar permintaan yang sama sekali lagi; jauhkan program sandaran dan antivirus daripada folder data.',
    body_damaged:
      'Apa yang dihantar mesin POS bagi jualan ini rosak dalam komputer ini, jadi tindakan ini tidak dapat dibuat; jualan lain berjalan seperti biasa. Simpan salinan pangkalan data, minta cakera diperiksa, kemudian pulihkan salinan (“Tetapan › Sandaran dan eksport”).',
    other_network_name:
      'Panggil ibu pejabat dengan nama yang ada dalam sijilnya dan yang ditetapkan untuk dijawabnya, bersama portnya.',
    storage_sound:
      'Pangkalan data boleh menyimpan jualan. Bukti di “Tetapan › Untuk pembekal perisian anda” memeriksa semua yang disimpan, sambil jualan berjalan.',
    queue_empty: 'Tiada apa-apa menunggu untuk dihantar.',
    queue_waiting: '{{count}} dokumen menunggu untuk dihantar, yang paling lama sejak {{since}}.',
    nobody_needed: 'Tiada dokumen yang perlu perhatian.',
    copy_kept: 'Pangkalan data disalin ke {{folder}}: setakat {{copied}}, sandaran penuh terakhir {{backup}}.',
    copy_stuck:
      'Pangkalan data tidak dapat disalin ke {{folder}} ({{problem}}); salinan setakat {{copied}}. Pastikan folder itu ada dan mempunyai ruang.',
    journal_sound: 'Jurnal sepadan dengan pangkalan data: {{lines}} baris, cap jari {{code}}.',
    authority_reached: 'MyInvois menjawab untuk {{company}}.',
    authority_unreachable:
      'MyInvois tidak menjawab untuk {{company}}. Semak sama ada komputer ini ada internet. Dokumen disimpan dan dihantar apabila ia menjawab.',
    proxy_silent: 'Proksi {{proxy}} tidak menjawab. Semak HTTPS_PROXY dan rangkaian.',
    proxy_refused:
      'Proksi {{proxy}} tidak membenarkan apa-apa keluar (status {{status}}). Selepas 407, semak pengguna dan kata laluan dalam HTTPS_PROXY; selepas status lain, tanya penjaga proksi.',
    proxy_unreadable: '{{variable}} bukan alamat proksi. Tulis seperti http://proxy.example:8080.',
    credentials_missing:
      '{{company}} tidak dapat log masuk ke MyInvois. Tetapkan akses MyInvoisnya di “Tetapan › Syarikat”.',
    credentials_refused:
      'MyInvois tidak menerima Client ID atau Client Secret {{company}}, atau ia telah tamat tempoh. Tetapkan yang sepadan di “Tetapan › Syarikat”.',
    credentials_of:
      'Akses MyInvois {{company}} ialah milik pembayar cukai {{other}}, sedangkan TIN syarikat ini {{tin}}. Tiada apa dihantar dengannya. Tetapkan aksesnya sendiri atau betulkan TIN di “Tetapan › Syarikat”.',
    credentials_of_another:
      'MyInvois menyatakan akses MyInvois {{company}} bukan milik pembayar cukai {{tin}}. Dokumennya menunggu; satu dicuba sekali-sekala. Tetapkan aksesnya sendiri atau betulkan TIN di “Tetapan › Syarikat”.',
    not_appointed:
      'MyInvois tidak membenarkan klien ini bertindak bagi {{company}} ({{tin}}). Pemilik syarikat itu perlu melantiknya sebagai perantara di portalnya.',
    upstream_token_good: 'Sistem Resit tujuan dokumen menerima token dan membenarkan semua yang diperlukan.',
    upstream_token_refused:
      'Sistem Resit tujuan dokumen tidak mengenali token. Buat satu di sana dengan “token create” dan tetapkannya sebagai RESIT_UPSTREAM_TOKEN.',
    upstream_token_lacks:
      'Token untuk sistem Resit tujuan dokumen tidak mempunyai skop ini: {{scopes}}. Buat satu di sana dengan submit, read, cancel dan taxpayer, dan tetapkannya sebagai RESIT_UPSTREAM_TOKEN.',
    upstream_no_gateway:
      'Yang menjawab di RESIT_UPSTREAM_URL bukan sistem Resit. Semak alamatnya; ia berakhir dengan /v1.',
    person_needed: '{{count}} dokumen perlu perhatian. Lihat senarainya di Tugasan.',
    dispatch_off: 'Penghantaran dimatikan (RESIT_DISPATCH=off). Dokumen disimpan dan tidak dihantar.',
    no_company: 'Tiada syarikat disediakan. Tambah syarikat di “Tetapan › Syarikat”.',
    clock_right: 'Jam komputer ini sama dengan jam MyInvois.',
    clock_off:
      'Jam komputer ini berbeza {{minutes}} minit daripada jam MyInvois. Betulkan jam: jika bezanya mencapai sepuluh minit, tiada apa dihantar.',
    clock_wrong:
      'Jam komputer ini berbeza {{minutes}} minit daripada jam MyInvois, jadi tiada apa dihantar. Betulkan jam; penghantaran kemudian bersambung sendiri.',
    codes_known: 'Senarai kod LHDN bertarikh {{date}}.',
    codes_old:
      'Senarai kod LHDN bertarikh {{date}} dan mungkin sudah lapuk. Kemas kini di Tetapan, Untuk pembekal perisian anda.',
    company_code_obsolete:
      '{{company}} disediakan dengan kod {{code}} yang tidak lagi digunakan. Import semula dengan kod semasa.',
    codes_unreachable:
      'Senarai tidak dapat diambil: alamatnya tidak dapat dihubungi. Senarai baik terakhir dikekalkan.',
    codes_timed_out: 'Senarai tidak sampai dalam masanya. Senarai baik terakhir dikekalkan.',
    codes_refused: 'Senarai tidak lagi berada di alamatnya. Senarai baik terakhir dikekalkan.',
    codes_too_large: 'Apa yang diterima terlalu besar untuk senarai ini. Senarai baik terakhir dikekalkan.',
    codes_unreadable: 'Apa yang diterima tidak dapat dibaca sebagai senarai ini. Senarai baik terakhir dikekalkan.',
    codes_empty: 'Senarai yang diterima kosong. Senarai baik terakhir dikekalkan.',
    codes_shrunk: 'Senarai yang diterima hanya separuh kodnya atau kurang. Senarai baik terakhir dikekalkan.',
    certificate_good: 'Sijil yang digunakan oleh {{company}} untuk menandatangani adalah teratur.',
    certificate_missing:
      '{{company}} tiada sijil untuk menandatangani, maka dokumennya menunggu. Tetapkan di “Tetapan › Syarikat”.',
    certificate_expired:
      'Sijil {{company}} tamat pada {{date}}, maka dokumennya menunggu. Tetapkan yang baharu di “Tetapan › Syarikat”.',
    certificate_not_yet_valid:
      'Sijil {{company}} hanya bermula pada {{date}}, maka dokumennya menunggu. Semak jam komputer ini.',
    certificate_expires_soon:
      'Sijil {{company}} tamat dalam {{days}} hari, pada {{date}}. Pesan yang baharu dan tetapkan sebelum itu.',
    certificate_wrong_tin: 'Sijil {{company}} mempunyai TIN lain. MyInvois menolak apa yang ditandatanganinya.',
    certificate_wrong_number:
      'Sijil {{company}} mempunyai nombor pendaftaran lain. MyInvois menolak apa yang ditandatanganinya.',
    certificate_wrong_use: 'Sijil {{company}} bukan untuk menandatangani dokumen. Pesan sijil yang sesuai.',
    certificate_self_signed:
      'Sijil {{company}} tidak dikeluarkan oleh pihak yang dipercayai MyInvois. Pesan daripada pengeluar berlesen.',
    certificate_weak_key: 'Sijil {{company}} mempunyai kunci lemah {{bits}} bit. Pesan yang 2048 bit atau lebih.',
    turned_away:
      'MyInvois, atau pelayan dalam perjalanan ke sana, menolak dokumen {{kilobytes}} KB ini dan menerima yang lain. Mungkin ia terlalu besar. Penyelia boleh memansuhkannya dan menjualnya sebagai beberapa jualan yang lebih kecil, atau menghantarnya semula kemudian.',
    way_not_free:
      'Dokumen syarikat ini menunggu: MyInvois tidak dapat dihubungi atau meminta sistem Resit menunggu. Ia akan dihantar sendiri.',
    session_locked: 'Skrin ini dikunci. Masukkan PIN anda untuk meneruskan.',
    sign_in_needed: 'Ini hanya untuk orang yang log masuk dengan PIN. Log masuk pada skrin.',
    no_such_person: 'Tiada orang sedemikian di sini. Lihat senarai orang.',
    installation_told:
      'Orang yang memulakan sistem Resit ini sudah menamakan MyInvois yang digunakan, jadi ia tidak boleh ditukar di sini. Tanya orang itu.',
    installation_used: 'Ia pernah dimulakan: ubah syarikat dan akses MyInvoisnya pada skrinnya sendiri.',
    installation_unready: 'Ia belum boleh dimulakan. Simpan syarikat dan akses, kemudian semak sehingga semuanya baik.',
    tin_belongs: 'TIN dan nombor pendaftaran {{company}} sepadan.',
    tin_of_nobody:
      'MyInvois tidak mengenali TIN {{company}} dengan nombor pendaftaran ini. Betulkan salah satu di bawah Syarikat.',
    tin_not_asked: 'MyInvois tidak dapat ditanya tentang TIN {{company}}. Semak semula kemudian.',
    set_up_already: 'Sistem Resit ini sudah ada pemilik. Log masuk sahaja.',
    pin_paused: 'Terlalu banyak PIN salah. Tunggu {{seconds}} saat dan cuba lagi.',
    refund_needs_supervisor:
      'Penyelia perlu membenarkan bayaran balik ini dengan PIN. Minta penyelia datang ke skrin ini.',
    approval_unfit:
      'Kelulusan ini sudah digunakan, terlalu lama, atau untuk dokumen lain. Minta penyelia meluluskannya semula.',
    of_all_outlets:
      'Ini mengenai semua cawangan, dan anda hanya melihat sebahagian. Minta orang yang melihat semuanya.',
    another_outlet: 'Ini milik cawangan lain, bukan cawangan anda. Minta orang yang melihat semua cawangan.',
    admin_of_one_company:
      'Token ini untuk satu syarikat sahaja, sedangkan yang diminta ialah milik semua syarikat. Pemilik membuat token “admin” untuk semua syarikat, atau melakukannya pada skrin.',
    no_such_reconciliation: 'Tiada perbandingan sedemikian. Lihat senarainya.',
    no_such_shift: 'Tiada syif sedemikian. Lihat senarai syif.',
    changes_ahead:
      'Belum ada perubahan selepas {{after}}: yang terakhir ialah {{last}}. Mungkin sandaran telah dipulihkan. Tanya semula dengan after=0 dan bandingkan dengan apa yang anda ada.',
    draft_changed: 'Dokumen ini telah diubah di tab atau skrin lain. Pilih yang mana mahu disimpan.',
    no_such_draft: 'Anda tiada draf sedemikian; mungkin sudah selesai. Lihat senarai draf.',
    screens_missing:
      'Skrin belum dibina. Mulakan sistem Resit dengan “npm start”, atau bina skrin dengan “npm run gateway”; API berfungsi tanpanya.',
    mail_off: 'Tiada pelayan e-mel. Pemilik menetapkannya di Tetapan, E-mel.',
    mail_enough: 'e-Invois ini sudah dihantar melalui e-mel sepuluh kali. Berikan pautan atau kertas kepada pembeli.',
    all_well: 'Semuanya baik: tiada apa-apa yang menunggu lebih lama daripada sepatutnya.',
  },
  alert: {
    wrong_pins:
      '{{count}} PIN atau kod salah dalam sepuluh minit. Mungkin ada orang meneka: Tetapan, Kakitangan menunjukkan PIN siapa yang salah. Beri PIN baharu jika perlu.',
    wrong_tokens:
      '{{count}} permintaan dengan kunci akses salah dalam sepuluh minit. Satu mesin POS guna kunci akses lama, atau ada orang meneka: semak program yang berjalan pada komputer ini.',
    connections_full:
      'Satu program pada komputer ini membuka terlalu banyak sambungan sehingga sebahagian ditutup ({{count}} dalam sepuluh minit). Mesin POS tetap berfungsi; cari program itu dan tutup.',
    storage_read_only:
      'Pangkalan data tidak boleh ditulis: yang tersimpan boleh dibaca, tiada apa-apa yang baharu disimpan dan tiada apa-apa dihantar. Periksa folder dan cakeranya, di ibu pejabat pelayan pangkalan data; sistem Resit kemudian bersambung sendiri.',
    storage_unreachable:
      'Pelayan pangkalan data tidak menjawab: tiada apa-apa yang baharu disimpan dan tiada apa-apa dihantar. Pastikan ia berjalan dan dapat dihubungi; sistem Resit kemudian bersambung sendiri.',
    storage_full:
      'Cakera penuh: tiada apa-apa yang baharu disimpan dan tiada apa-apa dihantar. Kosongkan ruang; sistem Resit kemudian bersambung sendiri.',
    storage_failing:
      'Cakera melaporkan ralat: tiada apa-apa disimpan atau dihantar sehingga pangkalan data disahkan baik. Buat sandaran dan minta cakera diperiksa.',
    store_silent:
      'Pangkalan data tidak menjawab. Periksa cakeranya, di ibu pejabat pelayan pangkalan data; kemudian mulakan semula sistem Resit.',
    journal_untrusted:
      'Apa yang disimpan di sini mungkin telah diubah atau tidak lengkap ({{count}} penemuan): dokumen baharu disimpan dan tiada apa-apa dihantar.',
    backup_restored:
      'Sandaran {{time}} telah dipulihkan: jualan selepas itu tiada dalam sistem Resit. Jualan baharu disimpan dan tiada apa-apa dihantar sehingga pemilik meneruskannya di “Tetapan › Sandaran dan eksport”.',
    body_damaged:
      'Apa yang disimpan bagi {{count}} jualan rosak dalam komputer ini; jualan lain berjalan seperti biasa.',
    copy_damaged:
      'Cakera merosakkan kandungan {{folder}}. Cakera itu mungkin sedang rosak: minta cakera diperiksa, simpan sandaran pada cakera lain, kemudian padam folder itu jika ia salinan lama. Jualan berjalan seperti biasa.',
    copy_old:
      'Salinan pangkalan data dalam {{folder}} sudah lama (setakat {{since}}): yang lebih baharu akan hilang bersama cakera ini. Pastikan folder itu ada dan mempunyai ruang.',
    disk_low: 'Hanya {{free}} MB cakera yang kosong. Kosongkan ruang sebelum tiada apa-apa dapat disimpan lagi.',
    clock_wrong:
      'Jam komputer ini salah sebanyak {{minutes}} minit, jadi tiada apa-apa dihantar. Betulkan jam; penghantaran kemudian bersambung sendiri.',
    company_not_ready:
      'Sejak {{since}} dokumen {{company}} tidak dapat dihantar: MyInvois tidak membenarkannya masuk, atau sijilnya tidak boleh digunakan. Pemilik perlu memeriksa cara ia log masuk.',
    loop_stuck:
      'Satu bahagian sistem Resit ({{loop}} {{company}}) terhenti selama {{minutes}} minit. Mulakan semula sistem Resit; tiada apa-apa yang hilang.',
    sending_paused:
      'Penghantaran dijeda ({{company}}) sejak {{since}} oleh {{by}}: dokumen disimpan dan tidak dihantar. Penyelia boleh menyambungnya; dokumen mesti dihantar dalam 72 jam.',
    window_closing:
      '{{count}} dokumen {{company}} yang belum dihantar dikeluarkan lebih {{hours}} jam lalu dan mesti dihantar sebelum 72 jam tamat.',
    authority_silent:
      'MyInvois tidak menjawab sejak {{since}} walaupun dokumen menunggu. Ia disimpan dan dihantar sendiri; periksa sambungan internet.',
    oldest_unsent: '{{count}} dokumen {{company}} belum dihantar, yang paling lama sejak {{since}}.',
    needs_person:
      '{{count}} dokumen {{company}} perlu perhatian dan tidak diteruskan secara automatik. Buka setiap satu: ia menyatakan apa yang perlu dibuat.',
    unsettled:
      'Hasil satu permintaan kepada MyInvois untuk {{company}} pada {{since}} tidak diketahui. Mulakan semula sistem Resit: hasilnya akan dicari, dan tiada apa yang dihantar dua kali.',
    unconfirmed:
      'MyInvois telah menerima dokumen {{company}} tetapi belum menyatakan keputusannya: {{count}} menunggu, yang paling lama sejak {{since}}. Sistem Resit terus bertanya; cari dokumen itu di portal MyInvois.',
    in_doubt:
      '{{count}} dokumen {{company}} telah dihantar dan tiada jawapan. Kami sedang menyemak; jangan masukkan sekali lagi.',
    consolidation_overdue:
      '{{company}}: {{count}} resit sejak {{since}} belum disatukan dan 7 hari bulan sudah lepas. Jalankan penyatuan sekarang.',
    consolidation_due:
      '{{company}}: {{count}} resit sejak {{since}} mesti disatukan selewat-lewatnya 7 hari bulan. Jalankan penyatuan.',
    tls_broken:
      'Sijil baharu untuk komputer lain tidak boleh digunakan: ia tidak sepadan dengan kuncinya, tidak boleh dibaca, atau untuk nama lain. Cawangan masih dilayan dengan sijil lama, yang tamat pada {{until}}. Betulkan kedua-dua fail; sistem Resit kemudian menggunakannya sendiri.',
    tls_ending:
      'Sijil untuk komputer lain tamat pada {{until}}. Selepas itu tiada cawangan dapat menyerahkan dokumennya kepada ibu pejabat ini. Perbaharui sijil itu; sistem Resit menggunakan fail baharu dengan sendirinya.',
    certificate_ending:
      'Sijil yang menandatangani dokumen {{company}} tamat pada {{until}}. Selepas itu tiada dokumennya dihantar. Pesan sijil baharu dan tetapkannya di Tetapan, Mula e-Invois sebenar.',
    outlet_silent:
      '{{outlets}}: tiada khabar sejak {{since}}. Jualan di sana disimpan di sana. Hubungi kedai itu: adakah komputernya hidup dan internetnya berfungsi?',
    webhook_failing:
      '{{hosts}} tidak menerima mesej: {{waiting}} menunggu, dan {{failed}} tidak dicuba lagi. Dokumen tidak terjejas. Periksa pelayan itu, kemudian hantar semula di Tetapan, Untuk pembekal perisian anda, atau buang pelayan itu di sana.',
    alert_mail_unreached:
      'Tiada amaran sampai kepada anda melalui e-mel sejak {{since}}: pelayan e-mel tidak menjawab. Semak internet komputer ini, kemudian alamat pelayan di Tetapan, E-mel.',
    alert_mail_refused:
      'Tiada amaran sampai kepada anda melalui e-mel sejak {{since}}: pelayan e-mel menolak mesej. Semak nama pengguna, kata laluan dan alamat di Tetapan, E-mel, dan hantar mesej ujian.',
    mail_failing:
      'E-mel dengan e-Invois ini menunggu lebih daripada sejam, atau mungkin sudah dihantar ketika sambungan atau sistem Resit terputus: jualan {{sales}}. Jika mungkin sudah dihantar, tanya pembeli dahulu, kemudian buka dokumen dan hantar semula. Jika menunggu, uji pelayan e-mel di Tetapan, E-mel.',
    open_files_full:
      'Komputer ini tidak membenarkan sistem Resit membuka fail dan sambungan lagi. Mesin POS baharu tidak dijawab, dan tiada apa-apa dihantar. Tutup program yang menghabiskannya, atau naikkan had fail terbuka (LimitNOFILE). Ia diteruskan dengan sendirinya.',
    wal_large:
      'Log pangkalan data telah membesar kepada {{size}} MB. Program lain mungkin masih membuka pangkalan data: cari pelayar pangkalan data, sandaran atau salinan yang sedang berjalan, atau imbasan antivirus, kemudian tutup. Jualan diteruskan selagi cakera ada ruang.',
    store_slow:
      'Jualan menunggu cakera selama {{delay}} saat. Tutup program lain pada komputer ini; jika berterusan, minta cakera diperiksa.',
    event_loop_slow: 'Sistem Resit menjawab lewat {{delay}} saat. Tutup program lain pada komputer ini.',
  },
  slip: {
    sale_invoice: 'Invois',
    sale_credit_note: 'Nota kredit',
    sale_debit_note: 'Nota debit',
    sale_refund_note: 'Nota bayaran balik',
    self_billed_invoice: 'Invois bil kendiri',
    self_billed_credit_note: 'Nota kredit bil kendiri',
    self_billed_debit_note: 'Nota debit bil kendiri',
    self_billed_refund_note: 'Nota bayaran balik bil kendiri',
    receipt: 'Resit',
    receipt_number: 'Nombor resit',
    title: 'e-Invois',
    practice: 'LATIHAN: bukan dokumen MyInvois',
    valid: 'SAH',
    cancelled: 'DIBATALKAN',
    number: 'Nombor e-Invois',
    issued: 'Dikeluarkan',
    validated: 'Disahkan',
    cancelled_at: 'Dibatalkan',
    refers_to: 'Merujuk kepada',
    supplier: 'Pembekal',
    buyer: 'Pembeli',
    address: 'Alamat',
    phone: 'Telefon',
    email: 'E-mel',
    activity: 'Aktiviti',
    tourism_tax: 'No. cukai pelancongan',
    items: 'Barang dan perkhidmatan',
    discount: 'Diskaun',
    charge: 'Caj',
    exempt: 'Dikecualikan',
    excluding_tax: 'Jumlah sebelum cukai',
    tax: 'Jumlah cukai',
    including_tax: 'Jumlah termasuk cukai',
    prepaid: 'Telah dibayar',
    rounding: 'Pembundaran',
    payable: 'Jumlah perlu dibayar',
    exchange_rate: 'Kadar tukaran kepada MYR',
    paid_by: 'Bayaran',
    payment_terms: 'Terma bayaran',
    payee_account: 'Akaun',
    bill_reference: 'Bil',
    billing_period: 'Tempoh bil',
    scan: 'Imbas untuk melihatnya di MyInvois:',
  },
}
