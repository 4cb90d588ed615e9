import type { doctorRows } from '../../../../shared/api/operator/doctor.ts'
import type { HandlersOf } from '../../http/call.ts'
import { type DoctorDeps, doctor } from './doctor.ts'

export const doctorRoutes = (parts: DoctorDeps): HandlersOf<typeof doctorRows> => ({ doctor: doctor(parts) })
