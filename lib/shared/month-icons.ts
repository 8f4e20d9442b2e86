/** What can represent a month, with their labels (specification 3). */
export const monthIconLabels = {
  Sun: "Sun",
  Cake: "Birthday",
  Waves: "Swimming",
  Car: "Car",
  Plane: "Flight",
  Tent: "Camping",
  Hotel: "Hotel",
  Music: "Music",
  Wine: "Wine",
  Camera: "Photo",
  Heart: "Love",
  MapPin: "Location",
  Calendar: "Event",
  Clock: "Time",
  Star: "Special",
  Coffee: "Coffee",
  Mountain: "Mountain",
  Anchor: "Beach",
  Ship: "Boat",
  Bus: "Bus",
  Train: "Train",
  Bike: "Bike",
  TreePine: "Forest",
  Utensils: "Food",
  Gift: "Gift",
  Squirrel: "Animals",
} as const;

export type MonthIconName = keyof typeof monthIconLabels;

/** In the specification's order. */
export const monthIconNames = Object.keys(monthIconLabels) as [MonthIconName, ...MonthIconName[]];
