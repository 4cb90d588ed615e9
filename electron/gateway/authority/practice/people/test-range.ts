/**
 * TINs that nobody has, valid in their form, each for a case that a vendor wants to try (docs/rehearse.md). Whatever
 * else begins with C9900000 is unknown to the practice authority, C99000000020 for ever.
 */
export const testRange = [
  { tin: 'C99000000010', idType: 'BRN', idNumber: '209901000010', name: 'Latihan Sah Sdn. Bhd.' },
  { tin: 'C99000000030', idType: 'BRN', idNumber: '209901000030', name: 'Latihan Kembar Satu Sdn. Bhd.' },
  { tin: 'C99000000040', idType: 'BRN', idNumber: '209901000030', name: 'Latihan Kembar Dua Sdn. Bhd.' },
  { tin: 'IG99000000050', idType: 'NRIC', idNumber: '990101145050', name: 'Aminah binti Latihan' },
  { tin: 'C99000000050', idType: 'NRIC', idNumber: '990101145050', name: 'Kedai Aminah Latihan' },
  { tin: 'C99000000060', idType: 'BRN', idNumber: '209901000060', name: 'Latihan Tidak Aktif Sdn. Bhd.' },
]

/** Known, but no document may name it any more. */
const inactive: readonly string[] = ['C99000000060']

export const isInactive = (tin: string): boolean => inactive.includes(tin)
