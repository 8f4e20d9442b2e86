import { isScanDate } from "@/lib/shared/scan-date";

const sameDay = { original: "2024:03:15 10:00:00", digitized: "2024:03:15 10:00:00" };

test.each([
  ["EPSON", "Perfection V600"],
  ["EPSON", "FastFoto FF-680W"],
  ["EPSON", "ES-580W"],
  ["EPSON", "ET-2850 Series"],
  ["EPSON", "WF-3720"],
  ["EPSON", "Expression 12000XL"],
  ["SEIKO EPSON CORP.", "GT-X980"],
  ["Canon", "CanoScan 9000F Mark II"],
  ["Canon", "LiDE 400"],
  ["Canon", "MG3600 series"],
  ["Canon", "TS5300 series"],
  ["Canon", "Canon iR-ADV C3520"],
  ["Canon", "imageRUNNER ADVANCE"],
  ["HP", "HP ScanJet Pro 3500 f1"],
  ["Hewlett-Packard", "OfficeJet Pro 8710"],
  ["HP", "ENVY 5540 series"],
  ["HP", "Photosmart C4500 series"],
  ["Brother", "MFC-J5330DW"],
  ["FUJITSU", "fi-7160"],
  ["PFU", "ScanSnap iX1600"],
  ["Plustek", "OpticFilm 8200i"],
  ["Nikon", "Nikon SUPER COOLSCAN 5000 ED"],
  ["Nikon", "LS-50 ED"],
  ["KODAK", "PS50"],
  ["Kodak", "Picture Saver Scanning System PS810"],
  ["NORITSU KOKI", "QSS-32_33"],
  ["FUJI PHOTO FILM CO., LTD.", "SP-3000"],
  ["FUJIFILM", "Frontier SP500"],
  ["Minolta", "DiMAGE Scan Dual IV"],
  ["Apparent", "Doxie Q"],
  ["Microtek", "ScanMaker i800"],
])("the date of a %s %s is the day of scanning", (make, model) => {
  expect(isScanDate({ make, model, ...sameDay })).toBe(true);
});

test.each([
  "Photomyne",
  "PhotoScan by Google Photos",
  "Google PhotoScan",
  "Unfade 3.1",
  "VueScan 9 x64 (9.7.67)",
  "SilverFast 8.8.0",
  "EPSON Scan 2",
  "HP Scan",
  "CamScanner",
  "NAPS2",
])("so is one written by %s, on any phone", (software) => {
  expect(isScanDate({ make: "Apple", model: "iPhone 14", software, ...sameDay })).toBe(true);
});

test.each([
  ["NIKON CORPORATION", "NIKON D750", "Ver.1.02"],
  ["NIKON", "COOLPIX L820", "COOLPIX L820 V1.0"],
  ["NIKON CORPORATION", "NIKON Z 6", ""],
  ["Canon", "Canon EOS 5D Mark IV", ""],
  ["Canon", "Canon PowerShot G10", ""],
  ["Canon", "Canon PowerShot G7 X Mark II", ""],
  ["Canon", "Canon DIGITAL IXUS 70", ""],
  ["Canon", "Canon MV750i", ""],
  ["EPSON", "R-D1", ""],
  ["SEIKO EPSON CORP.", "PhotoPC 850Z", ""],
  ["HP", "HP PhotoSmart M417", ""],
  ["Hewlett-Packard", "HP PhotoSmart C500", ""],
  ["FUJIFILM", "X-T30", "Digital Camera X-T30 Ver1.00"],
  ["FUJIFILM", "FinePix S5600", ""],
  ["FUJITSU", "F-04G", ""],
  ["EASTMAN KODAK COMPANY", "KODAK EASYSHARE Z650 ZOOM DIGITAL CAMERA", ""],
  ["EASTMAN KODAK COMPANY", "KODAK DX7590 ZOOM DIGITAL CAMERA", ""],
  ["JK Imaging, Ltd.", "KODAK PIXPRO AZ401", ""],
  ["Minolta Co., Ltd.", "DiMAGE 7Hi", ""],
  ["Konica Minolta Camera, Inc.", "DiMAGE Z3", ""],
  ["RICOH IMAGING COMPANY, LTD.", "GR III", ""],
  ["Ricoh", "RICOH THETA S", ""],
  ["Apple", "iPhone 15 Pro", "17.2"],
  ["samsung", "SM-G991B", "G991BXXU5"],
  ["Google", "Pixel 8", "HDR+ 1.0"],
  ["Honeywell", "ScanPal EDA50", ""],
  ["SONY", "DSC-W55", "Adobe Photoshop Lightroom 6.0"],
  ["Panasonic", "DMC-LS75", ""],
])("with a %s %s it is the photo's", (make, model, software) => {
  expect(isScanDate({ make, model, software, ...sameDay })).toBe(false);
});

test("a day before the scan was set by a person and is the photo's", () => {
  const scanner = { make: "EPSON", model: "FastFoto FF-680W" };
  const digitized = "2024:03:15 10:00:00";
  expect(isScanDate({ ...scanner, original: "1985:07:01 00:00:00", digitized })).toBe(false);
  expect(isScanDate({ ...scanner, original: "2024:03:15 09:00:00", digitized })).toBe(true);
  expect(isScanDate({ ...scanner, original: "0000:00:00 00:00:00", digitized })).toBe(true);
  expect(isScanDate({ ...scanner, original: "1985:07:01 00:00:00" })).toBe(true);
});

test.each([{}, { make: 5, model: null, software: ["scan"] }, { original: sameDay.original }])(
  "%p, which doesn't say who wrote it, isn't a scan",
  (origin) => {
    expect(isScanDate(origin)).toBe(false);
  },
);
