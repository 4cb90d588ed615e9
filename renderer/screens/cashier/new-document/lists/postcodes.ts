/** The highest first two digits of a state's postcodes, in rising order, and the code of the state. */
export const statesByPostcode = [
  [2, '09'],
  [9, '02'],
  [14, '07'],
  [18, '03'],
  [24, '11'],
  [28, '06'],
  [36, '08'],
  [39, '06'],
  [48, '10'],
  [49, '06'],
  [60, '14'],
  [62, '16'],
  [68, '10'],
  [69, '06'],
  [73, '05'],
  [78, '04'],
  [86, '01'],
  [87, '15'],
  [91, '12'],
  [98, '13'],
] as const

/** Federal territories are one town. */
export const townsByState: Readonly<Record<string, string>> = {
  '14': 'Kuala Lumpur',
  '15': 'Labuan',
  '16': 'Putrajaya',
}
