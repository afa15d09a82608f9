//! The eleven types as drawings, within the square from (-1, -1) to (1, 1).

use crate::pieces::Kind;

/// What a type is called and what it looks like.
pub(super) struct Look {
    pub(super) name: &'static str,
    pub(super) drawing: &'static str,
    /// How many a side begins with.
    pub(super) count: u32,
}

/// In slot order, as the types are.
const LOOKS: [Look; 11] = [
    Look {
        name: "navy",
        drawing: "M-.92.28H.92L.62.7H-.66ZM-.5.2V-.08H-.2V-.4H.02V-.75H.16V-.4H.3V-.08\
     H.6V.2Z",
        count: 2,
    },
    Look {
        name: "air force",
        drawing: "M0-.92C.13-.92.15-.6.15-.36L.92.14V.34L.15.16V.5L.38.68V.86L0 .74\
     L-.38.86V.68L-.15.5V.16L-.92.34V.14L-.15-.36C-.15-.6-.13-.92 0-.92Z",
        count: 2,
    },
    Look {
        name: "tank",
        drawing: "M-.72.18H.72A.24.24 0 0 1 .72.66H-.72A.24.24 0 0 1-.72.18ZM-.5.08V-.28\
     H.22V-.2H.95V-.04H.34V.08Z",
        count: 2,
    },
    Look {
        name: "engineer",
        drawing: "M-0.18 -0.66L-0.15 -0.91L0.15 -0.91L0.18 -0.66L0.34 -0.59L0.53 -0.75\
     L0.75 -0.53L0.59 -0.34L0.66 -0.18L0.91 -0.15L0.91 0.15L0.66 0.18\
     L0.59 0.34L0.75 0.53L0.53 0.75L0.34 0.59L0.18 0.66L0.15 0.91\
     L-0.15 0.91L-0.18 0.66L-0.34 0.59L-0.53 0.75L-0.75 0.53L-0.59 0.34\
     L-0.66 0.18L-0.91 0.15L-0.91 -0.15L-0.66 -0.18L-0.59 -0.34L-0.75 -0.53\
     L-0.53 -0.75L-0.34 -0.59ZM-0.3 0a0.3 0.3 0 1 0 0.6 0\
     a0.3 0.3 0 1 0-0.6 0Z",
        count: 2,
    },
    Look {
        name: "headquarters",
        drawing: "M-.74.74V0L0-.36L.74 0V.74H.2V.3H-.2V.74ZM-.05-.44V-.98L.5-.8L.05-.64\
     V-.44Z",
        count: 2,
    },
    Look {
        name: "commander",
        drawing: "M0.00 -0.94L0.25 -0.28L0.95 -0.25L0.40 0.19L0.59 0.87L0.00 0.48\
     L-0.59 0.87L-0.40 0.19L-0.95 -0.25L-0.25 -0.28Z",
        count: 1,
    },
    Look {
        name: "infantry",
        drawing: "M-.72.26C-.72-.36-.4-.64 0-.64C.4-.64.72-.36.72.26H.95V.46H-.95V.26Z",
        count: 2,
    },
    Look {
        name: "militia",
        drawing: "M0-.72L.98.04H-.98ZM-.42.14H.42C.42.54.22.76 0 .76\
     C-.22.76-.42.54-.42.14Z",
        count: 1,
    },
    Look {
        name: "artillery",
        drawing: "M-.8.04L.76-.76L.9-.5L-.64.34ZM-.52.56A.32.32 0 1 0 .12.56\
     A.32.32 0 1 0-.52.56ZM-.32.56A.12.12 0 1 1-.08.56A.12.12 0 1 1-.32.56Z\
     M.2.62H.8V.78H.2Z",
        count: 2,
    },
    Look {
        name: "anti-air",
        drawing: "M-.42.22V-.9H-.18V.22ZM.18.22V-.9H.42V.22ZM-.6.3H.6V.5H-.6ZM-.84.58\
     H.84V.8H-.84Z",
        count: 2,
    },
    Look {
        name: "missile",
        drawing: "M0-.98C.2-.74.24-.44.24-.14V.36L.52.72H.24V.6H-.24V.72H-.52L-.24.36\
     V-.14C-.24-.44-.2-.74 0-.98ZM-.13.68H.13L0 1Z",
        count: 1,
    },
];

pub(super) fn look(kind: Kind) -> &'static Look {
    &LOOKS[kind.index()]
}
